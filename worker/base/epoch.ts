/** The time between two sign-outs, by which asynchronous code discards results that belong to an earlier user. */
export type Epoch = {
  /** Returns a function that returns whether the epoch is still the one of this call. */
  guard(): () => boolean;
  end(): void;
};

/**
 * Creates the epoch of the core: the time between two sign-outs. Asynchronous code calls `guard` before it waits and checks the result
 * inside the transaction that writes, so that results of an earlier epoch are never stored.
 */
export function createEpoch(): Epoch {
  let now = 0;
  return {
    guard() {
      const then = now;
      return () => then === now;
    },
    end(): void {
      now += 1;
    },
  };
}
