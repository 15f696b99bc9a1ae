/** Limits of the edge, each with its unit in its name. */

/** Frames of one stream that are read in one turn, and the length of a turn: one user's burst must not delay another's frame. */
export const EDGE_TURN_FRAMES = 20;
export const EDGE_TURN_MS = 40;
/** Refusals of one account: above the first number each one pauses the stream, at the second the stream ends. */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
export const FLOOD_PAUSE_MS = 40;
export const FLOOD_END_AFTER_REFUSALS = 150;
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/** How long such an account cannot log in. Doubles each time, and resets after the longest time without an offence. */
export const FLOOD_AWAY_MS = 30_000;
export const FLOOD_AWAY_MAX_MS = 600_000;
/** Accounts with refusals that one process remembers. */
export const FLOOD_RECORDS_MAX = 20_000;
/** How long an unknown account is remembered as unknown. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/** Streams per account and process, and streams without a login; above the limit the oldest ends. */
export const STREAMS_PER_ACCOUNT_MAX = 8;
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
export const STRANGE_STREAMS_MAX = 1_000;
/** A login has so long before its stream counts as a leftover that gives way to a newer one. */
export const STRANGE_STREAM_FRESH_MS = 5_000;
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Wrong logins per stream; those to one account from one address are limited by `LOGINS_PER_MINUTE`. */
export const WRONG_LOGINS_PER_STREAM = 3;
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/** Windows of logins that one process remembers, by address and by account and address: one used the longest ago goes first. */
export const LOGIN_WINDOWS_MAX = 100_000;
/** All logins to one account from one address, successful ones included. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** A silent client is pinged at this interval, and disconnected after this many unanswered pings. */
export const EDGE_PING_INTERVAL_MS = 10_000;
export const EDGE_PINGS_UNANSWERED_MAX = 3;
/** Streams that nobody looks at any more are found at this interval. */
export const EDGE_LOOK_EVERY_MS = 1_000;
/** A process that ends closes so many streams at once, and the next ones so much later: 1,000 in a second. */
export const STREAMS_MOVED_AT_ONCE = 20;
export const STREAMS_MOVED_EVERY_MS = 20;
