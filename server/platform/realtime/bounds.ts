/** Limits of the realtime part, each with its unit in its name. */

/** Each process says so often that its streams are there; within 45 s of the last time everybody knows that they are not. */
export const STREAM_SEEN_EVERY_MS = 20_000;
export const STREAM_AWAY_AFTER_MS = 40_000;
/** Prosody answers in a millisecond; within this time it counts as there. */
export const ENGINE_ANSWER_MS = 700;
/** How often its answer is timed. */
export const ENGINE_LOOK_EVERY_MS = 5_000;

/** How long a pass is good: it is used at once, and clocks of two machines may differ. */
export const PASS_LIVES_SECONDS = 60;
