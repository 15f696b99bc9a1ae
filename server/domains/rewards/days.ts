const DAY_MS = 86_400_000;

/** Days since the epoch (UTC) of a time in ms. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);
/** The first moment of a day in ms. */
export const startOf = (day: number): number => day * DAY_MS;
