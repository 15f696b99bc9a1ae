/** Limits of the realtime domain. The unit is part of each name. */

/** Interval at which each process refreshes the rows of its streams in `online_stream` (heartbeat). */
export const STREAM_SEEN_EVERY_MS = 20_000;
/**
 * Age of the last heartbeat of a process at which other processes treat its streams as ended. With the sweep interval, a dead process is
 * detected within 45 s.
 */
export const STREAM_AWAY_AFTER_MS = 40_000;
/** Timeout of a readiness check of the XMPP server, which usually takes a millisecond; without an answer it counts as unavailable. */
export const ENGINE_ANSWER_MS = 700;
/** Interval at which each process measures the answer time of the XMPP server, if it serves metrics. */
export const ENGINE_CHECK_INTERVAL_MS = 5_000;

/** Lifetime of a signed pass for the XMPP server. A pass is used immediately, but the clocks of two machines may differ. */
export const PASS_LIVES_SECONDS = 60;
