/** Limits of the edge. The unit is part of the name where there is one. */

/**
 * Maximum number of frames of one stream that are read per `EDGE_TURN_MS`; the stream then pauses until the interval ends, so that a
 * burst of one user does not delay the frames of others.
 */
export const EDGE_TURN_FRAMES = 20;
/** Length of the interval of a stream for `EDGE_TURN_FRAMES`, from the first frame read. */
export const EDGE_TURN_MS = 40;
/** Number of recent refusals of one account, in one process, above which each further one pauses its stream. */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
/** How long a stream is not read after each refusal above `FLOOD_SLOW_AFTER_REFUSALS`. */
export const FLOOD_PAUSE_MS = 40;
/** Number of recent refusals of one account, in one process, at which its stream ends. */
export const FLOOD_END_AFTER_REFUSALS = 150;
/** How many refusals per second are subtracted from the count of an account. */
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/**
 * How long an account cannot log in to this process after its stream ended by `FLOOD_END_AFTER_REFUSALS`. The time doubles with each
 * offence.
 */
export const FLOOD_AWAY_MS = 30_000;
/** The longest time without logins after repeated floods. After as long without an offence, the time starts at `FLOOD_AWAY_MS` again. */
export const FLOOD_AWAY_MAX_MS = 600_000;
/** Number of accounts with refusals that a process tracks; the least recently used one is dropped. */
export const FLOOD_RECORDS_MAX = 20_000;
/** How long an edge caches that an account does not exist or is closed. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/** Maximum number of logged-in streams of one account in one process; above it the oldest ends. */
export const STREAMS_PER_ACCOUNT_MAX = 8;
/** Maximum number of streams before login from one client address in one process; above it the oldest ends. */
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
/**
 * Maximum number of streams before login in one process; above it one of them ends, or new connections are rejected: see
 * STRANGE_STREAM_FRESH_MS (limits/connection-limiter.ts).
 */
export const STRANGE_STREAMS_MAX = 1_000;
/**
 * Below this age a stream before login still has time to log in. While all are younger, `STRANGE_STREAMS_MAX` rejects new ones, or ends
 * one of the address that has the most; otherwise a new one replaces the oldest.
 */
export const STRANGE_STREAM_FRESH_MS = 5_000;
/** Maximum number of frames that a stream may send before it is logged in; above it the stream ends. */
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Number of failed logins of one stream after which it ends. */
export const FAILED_LOGINS_PER_STREAM = 3;
/**
 * Maximum number of wrong stream logins from one address, to any account, per process. `LOGINS_PER_MINUTE` limits those to one account
 * from one address.
 */
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/**
 * Number of login windows (minutes) that a process tracks, separately by address and by account and address. The least recently used one
 * is dropped.
 */
export const LOGIN_WINDOWS_MAX = 100_000;
/** Maximum number of stream logins to one account from one address, successful ones included, per process. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** Interval at which the edge sends a websocket ping to every client and checks for the answers to earlier ones. */
export const EDGE_PING_INTERVAL_MS = 10_000;
/** Number of websocket pings in a row without any frame from the client after which it is disconnected. */
export const EDGE_PINGS_UNANSWERED_MAX = 3;
/** Interval at which the edge checks whether each stream became inactive (`VISIBLE_WITHIN_MS` without a frame). */
export const EDGE_CHECK_INTERVAL_MS = 1_000;
/** Number of streams that a process closes per `STREAMS_MOVED_EVERY_MS` when it shuts down, so that not all clients reconnect at once. */
export const STREAMS_MOVED_AT_ONCE = 20;
/** Interval of the closes of `STREAMS_MOVED_AT_ONCE` streams: 1,000 streams per second. */
export const STREAMS_MOVED_EVERY_MS = 20;
