/** Signalling arrives in bursts of a few dozen; a longer queue is abuse. */
const WAITING_MAX = 256;

/**
 * Creates serial queues, one per account, for requests to the call hub and the gift service: work of one account runs in the order of
 * arrival (ICE candidates stay in order).
 */
export function createQueues() {
  const queues = new Map<number, { tail: Promise<void>; waiting: number }>();

  return {
    /** Queues `work`, which must not throw. Returns false when the account's queue is full. */
    add(uid: number, work: () => Promise<void>): boolean {
      const queue = queues.get(uid) ?? { tail: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= WAITING_MAX) return false;
      queues.set(uid, queue);
      queue.waiting += 1;
      queue.tail = queue.tail.then(work).finally(() => {
        queue.waiting -= 1;
        if (queue.waiting === 0) queues.delete(uid);
      });
      return true;
    },
    /** Resolves when all work that is queued now has ended. */
    async idle(): Promise<void> {
      await Promise.allSettled([...queues.values()].map(({ tail }) => tail));
    },
  };
}
