export type Epoch = {
  /** Returns a test of whether the epoch is still the one of this call. */
  hold(): () => boolean;
  end(): void;
};

/**
 * Creates the epoch of the leading worker: the time between two sign-outs. Code that waits before it writes takes a test first,
 * and runs it again inside the transaction that writes: a request of another epoch must not be stored.
 */
export function createEpoch(): Epoch {
  let now = 0;
  return {
    hold() {
      const then = now;
      return () => then === now;
    },
    end(): void {
      now += 1;
    },
  };
}
