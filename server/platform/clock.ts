/** Source of the current time in ms since the epoch, for limits, caches and due times; tests replace it. */
export type Clock = { now(): number };
