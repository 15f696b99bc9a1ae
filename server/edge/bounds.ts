/** Limits of the edge. The unit is part of the name where there is one. */

/**
 * The number of frames of one stream that are read per interval, and the length of the interval: a burst of one user must not delay
 * the frames of others.
 */
export const EDGE_TURN_FRAMES = 20;
export const EDGE_TURN_MS = 40;
/**
 * Limits for refused stanzas of one account. Above `FLOOD_SLOW_AFTER_REFUSALS` each refusal pauses the stream for `FLOOD_PAUSE_MS`;
 * at `FLOOD_END_AFTER_REFUSALS` the stream ends. The count decreases by `FLOOD_FORGIVEN_PER_SECOND`.
 */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
export const FLOOD_PAUSE_MS = 40;
export const FLOOD_END_AFTER_REFUSALS = 150;
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/**
 * How long an account cannot log in after a flood. The time doubles with each offence up to the maximum, and resets after the
 * maximum time without an offence.
 */
export const FLOOD_AWAY_MS = 30_000;
export const FLOOD_AWAY_MAX_MS = 600_000;
/** Number of accounts with refusals that a process tracks. */
export const FLOOD_RECORDS_MAX = 20_000;
/** How long the result "this account does not exist" is cached. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/**
 * Limits per process: streams of one account, streams before login from one address, and all streams before login. Above a limit
 * the oldest stream ends (crowd.ts describes the exception).
 */
export const STREAMS_PER_ACCOUNT_MAX = 8;
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
export const STRANGE_STREAMS_MAX = 1_000;
/** Below this age a stream before login still has time to log in; above it, newer streams may replace it. */
export const STRANGE_STREAM_FRESH_MS = 5_000;
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Wrong logins per stream and per address. `LOGINS_PER_MINUTE` limits those to one account from one address. */
export const WRONG_LOGINS_PER_STREAM = 3;
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/**
 * Number of login windows that a process tracks, separately by address and by account and address. The least recently used one is
 * dropped.
 */
export const LOGIN_WINDOWS_MAX = 100_000;
/** All logins to one account from one address, successful ones included. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** A client that sends nothing is pinged at this interval, and disconnected after this many unanswered pings. */
export const EDGE_PING_INTERVAL_MS = 10_000;
export const EDGE_PINGS_UNANSWERED_MAX = 3;
/** Interval at which the edge checks whether a stream became inactive. */
export const EDGE_LOOK_EVERY_MS = 1_000;
/** A process that shuts down closes this many streams at a time, at this interval: 1,000 per second. */
export const STREAMS_MOVED_AT_ONCE = 20;
export const STREAMS_MOVED_EVERY_MS = 20;
