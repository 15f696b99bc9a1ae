/** Signalling comes in bursts of some dozens; more than this is a flood. */
const WAITING_MAX = 256;

/** Runs the work of each person in order, so that candidates arrive as they were sent. */
export function createQueues() {
  const queues = new Map<number, { tail: Promise<void>; waiting: number }>();

  return {
    /** Returns false when too much is queued. `work` must not throw. */
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
    async idle(): Promise<void> {
      await Promise.allSettled([...queues.values()].map(({ tail }) => tail));
    },
  };
}
