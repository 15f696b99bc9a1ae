import { DAY_MS } from '../../../contract/durations.ts';

/** Days since the epoch (UTC) of a time in ms: the day of a claim or draw. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);
/** The first moment (ms since the epoch) of a day that is given in days since the epoch (UTC). */
export const startOf = (day: number): number => day * DAY_MS;
