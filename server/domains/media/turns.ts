/** Runs one piece of work when a lane is free. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs work in at most `lanes` lanes at a time, first come, first served. */
export function takeTurns(lanes: number): Turns {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // A free lane is passed directly to the next in line, so no newcomer can take it first.
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
