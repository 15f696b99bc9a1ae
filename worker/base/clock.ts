/** Minimum difference of an HTTP date that is applied, ms: the date has whole seconds, and the request takes time. */
const COARSE_MS = 2_000;
/** Minimum difference of the gate's time that is applied, ms: its error is at most half the round trip. */
const FINE_MS = 20;

/** An estimate of the server clock. */
export type ServerClock = {
  /** Estimated server time, ms. */
  readonly now: () => number;
  /**
   * Records a server time, ms. `sentAt` and `receivedAt`: start and end of the exchange, device clock, ms. A coarse
   * time is from an HTTP header; small differences from a coarse time do not override a fine one.
   */
  readonly learn: (serverTime: number, sentAt: number, receivedAt: number, precision?: 'coarse' | 'fine') => void;
};

/**
 * Creates an estimate of the server clock, so that a device with a wrong clock still dates its messages correctly.
 * `onAhead` is called with the server's offset ahead of the device, ms, when it changes by more than COARSE_MS.
 */
export function createServerClock(now: () => number, onAhead?: (ms: number) => void): ServerClock {
  let offset = 0;
  let storedOffset = 0;
  return {
    now: () => Math.round(now() + offset),
    learn(serverTime, sentAt, receivedAt, precision = 'coarse') {
      const measured = serverTime - (sentAt + receivedAt) / 2;
      const news = Math.abs(measured - offset) > (precision === 'fine' ? FINE_MS : COARSE_MS);
      if (!Number.isFinite(measured) || !news) return;
      offset = measured;
      if (Math.abs(offset - storedOffset) <= COARSE_MS) return;
      storedOffset = offset;
      onAhead?.(offset);
    },
  };
}
