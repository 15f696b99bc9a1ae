/** An HTTP date has whole seconds, and a request takes time: smaller differences are ignored. */
const COARSE_MS = 2_000;
/** The gate's time is exact to half the way there and back. */
const FINE_MS = 20;

export type ServerClock = {
  /** The server's clock, ms. */
  readonly now: () => number;
  /**
   * A server time in ms, read when `sentAt` and `receivedAt` (device clock, ms) were the ends of the exchange. Coarse
   * is an HTTP header; it does not disturb what a fine one has said unless the device's clock was set since.
   */
  readonly learn: (serverTime: number, sentAt: number, receivedAt: number, precision?: 'coarse' | 'fine') => void;
};

/**
 * The server's clock as well as we know it: a device whose clock is a day off still orders its messages rightly. `onAhead` is
 * told how far the server's is ahead of the device's, ms, when that is more than a little other than before.
 */
export function createServerClock(now: () => number, onAhead?: (ms: number) => void): ServerClock {
  let offset = 0;
  let told = 0;
  return {
    now: () => Math.round(now() + offset),
    learn(serverTime, sentAt, receivedAt, precision = 'coarse') {
      const measured = serverTime - (sentAt + receivedAt) / 2;
      const news = Math.abs(measured - offset) > (precision === 'fine' ? FINE_MS : COARSE_MS);
      if (!Number.isFinite(measured) || !news) return;
      offset = measured;
      if (Math.abs(offset - told) <= COARSE_MS) return;
      told = offset;
      onAhead?.(offset);
    },
  };
}
