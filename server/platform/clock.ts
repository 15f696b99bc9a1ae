/** Milliseconds since the epoch. */
export type Clock = { now(): number };
