const DAY_MS = 86_400_000;

/** The day of a moment: days since the epoch, of the server (UTC). */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);
/** Its first moment, ms. */
export const startOf = (day: number): number => day * DAY_MS;
