/** Runs work as soon as fewer pieces than the maximum of `createSemaphore` are running, first come, first served. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a semaphore for picture and clip processing: at most `lanes` pieces of work run at a time, first come, first served. */
export function createSemaphore(lanes: number): Turns {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      // The slot is handed directly to the next waiting work, so that new work cannot take it first.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
