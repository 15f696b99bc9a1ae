/** Source of the current time in milliseconds since the epoch; tests replace it. */
export type Clock = { now(): number };
