/** More would be a flood; signalling comes in bursts of some dozens. */
const WAITING_MAX = 256;

/** One piece of work after the other for each person, so that candidates arrive in the order in which they were sent. */
export function createQueues() {
  const queues = new Map<number, { tail: Promise<void>; waiting: number }>();

  return {
    /** False when too much waits already. `work` does not throw. */
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
