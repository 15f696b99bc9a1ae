/** A correction is taken only beyond this: an HTTP date has whole seconds, and a request takes time. */
const TRUSTED_WITHIN_MS = 2_000;

/** The server's clock as well as we know it: a device whose clock is a day off still orders its messages rightly. */
export function createServerClock(now: () => number) {
  let offset = 0;
  return {
    now: () => Math.round(now() + offset),
    /** A server time in ms, read when `sentAt` and `receivedAt` (device clock, ms) were the ends of the exchange. */
    learn(serverTime: number, sentAt: number, receivedAt: number): void {
      const measured = serverTime - (sentAt + receivedAt) / 2;
      if (Number.isFinite(measured) && Math.abs(measured - offset) > TRUSTED_WITHIN_MS) offset = measured;
    },
  };
}
export type ServerClock = ReturnType<typeof createServerClock>;
