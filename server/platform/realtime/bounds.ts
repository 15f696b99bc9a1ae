/** Limits of the realtime domain. The unit is part of each name. */

/** Interval at which each process refreshes the rows of its streams (heartbeat). */
export const STREAM_SEEN_EVERY_MS = 20_000;
/**
 * Age of the last heartbeat at which other processes treat a stream as ended. With the sweep interval, a dead process is detected
 * within 45 s.
 */
export const STREAM_AWAY_AFTER_MS = 40_000;
/** Time limit for an answer of the XMPP server, which usually takes a millisecond; without one it counts as unavailable. */
export const ENGINE_ANSWER_MS = 700;
/** Interval at which the answer time is measured. */
export const ENGINE_CHECK_INTERVAL_MS = 5_000;

/** Lifetime of a signed pass. A pass is used immediately, but the clocks of two machines may differ. */
export const PASS_LIVES_SECONDS = 60;
