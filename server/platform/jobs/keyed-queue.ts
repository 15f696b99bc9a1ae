import { createSerialQueue, type SerialQueue } from '../../../contract/serial-queue.ts';

/** Maximum number of waiting and running requests of one account. Signalling arrives in bursts of a few dozen; a longer queue is abuse. */
const WAITING_MAX = 256;

/**
 * Creates serial queues, one per account; the call hub and the gift service each have their own for requests: work of one account runs in
 * the order of arrival (ICE candidates stay in order), that of different accounts concurrently.
 */
export function createQueues() {
  const queues = new Map<number, { readonly queue: SerialQueue; waiting: number }>();

  return {
    /** Queues `work`, which must not throw. Returns false when the account's queue is full. */
    add(uid: number, work: () => Promise<void>): boolean {
      const own = queues.get(uid) ?? { queue: createSerialQueue(), waiting: 0 };
      if (own.waiting >= WAITING_MAX) return false;
      queues.set(uid, own);
      own.waiting += 1;
      void own.queue.add(work).finally(() => {
        own.waiting -= 1;
        if (own.waiting === 0) queues.delete(uid);
      });
      return true;
    },
    /** Resolves when all work that is queued now has ended. */
    async idle(): Promise<void> {
      await Promise.all([...queues.values()].map(({ queue }) => queue.idle()));
    },
  };
}
