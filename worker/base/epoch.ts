export type Epoch = {
  /** Whether it is still the epoch in which this was called. */
  hold(): () => boolean;
  end(): void;
};

/**
 * The time between two sign-outs, in the worker that leads. Whoever has to wait for something before they write asks first,
 * and again inside the transaction that writes: what was asked for in another epoch is nobody's any more.
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
