/** Runs jobs one after the other, in the order in which they were added. */
export type SerialQueue = {
  /** Adds a job; settles with its result. A job that fails does not stop later ones. */
  add<T>(job: () => T | Promise<T>): Promise<T>;
  /** Resolves when the jobs added so far have ended, also those that failed. */
  idle(): Promise<void>;
};

/** Creates an empty queue whose jobs run one after the other; a failed job does not stop the later ones. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(job) {
      const done = last.then(job);
      last = done.catch(() => undefined);
      return done;
    },
    async idle() {
      await last;
    },
  };
}
