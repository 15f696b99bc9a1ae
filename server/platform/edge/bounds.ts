/** Limits of the edge. The unit is part of the name where there is one. */

/** Number of frames of one stream that are read per interval of `EDGE_TURN_MS`: a burst of one user must not delay the frames of others. */
export const EDGE_TURN_FRAMES = 20;
/** Length of the interval for `EDGE_TURN_FRAMES`. */
export const EDGE_TURN_MS = 40;
/** Number of recent refusals of one account above which each further one pauses the stream. */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
/** Length of the pause after a refusal above `FLOOD_SLOW_AFTER_REFUSALS`. */
export const FLOOD_PAUSE_MS = 40;
/** Number of recent refusals of one account at which the stream ends. */
export const FLOOD_END_AFTER_REFUSALS = 150;
/** How many refusals per second are subtracted from the count. */
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/** How long an account cannot log in after a flood. The time doubles with each offence. */
export const FLOOD_AWAY_MS = 30_000;
/** The longest time without logins. After as long without an offence, the time starts at `FLOOD_AWAY_MS` again. */
export const FLOOD_AWAY_MAX_MS = 600_000;
/** Number of accounts with refusals that a process tracks. */
export const FLOOD_RECORDS_MAX = 20_000;
/** How long the result "this account does not exist" is cached. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/** Streams of one account in one process; above it the oldest ends. */
export const STREAMS_PER_ACCOUNT_MAX = 8;
/** Streams before login from one address in one process; above it the oldest ends. */
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
/** Streams before login in one process; above it one of them ends, or new connections are rejected (limits/connection-limiter.ts). */
export const STRANGE_STREAMS_MAX = 1_000;
/** Below this age a stream before login still has time to log in; above it, newer streams may replace it. */
export const STRANGE_STREAM_FRESH_MS = 5_000;
/** Frames before login after which the stream ends. */
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Failed logins after which the stream ends. */
export const WRONG_LOGINS_PER_STREAM = 3;
/** Wrong logins from one address, to any account. `LOGINS_PER_MINUTE` limits those to one account from one address. */
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/**
 * Number of login windows that a process tracks, separately by address and by account and address. The least recently used one is
 * dropped.
 */
export const LOGIN_WINDOWS_MAX = 100_000;
/** All logins to one account from one address, successful ones included. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** Interval at which a client that sends nothing is pinged. */
export const EDGE_PING_INTERVAL_MS = 10_000;
/** Number of unanswered pings after which a client is disconnected. */
export const EDGE_PINGS_UNANSWERED_MAX = 3;
/** Interval at which the edge checks whether a stream became inactive. */
export const EDGE_CHECK_INTERVAL_MS = 1_000;
/** Number of streams that a process closes at a time when it shuts down. */
export const STREAMS_MOVED_AT_ONCE = 20;
/** Interval of these closes: 1,000 streams per second. */
export const STREAMS_MOVED_EVERY_MS = 20;
