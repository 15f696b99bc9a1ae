/** Bounds of what this room bears, each with its unit in its name. */

/** Frames of one stream are taken in turns, so that a burst of one person never stands before a frame of another. */
export const EDGE_TURN_FRAMES = 20;
export const EDGE_TURN_MS = 40;
/** Refusals of one account: beyond the first number each one costs a pause, at the second the stream ends. */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
export const FLOOD_PAUSE_MS = 40;
export const FLOOD_END_AFTER_REFUSALS = 150;
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/** How long an account whose stream was ended so stays out; twice as long each time, until it kept quiet for the longest. */
export const FLOOD_AWAY_MS = 30_000;
export const FLOOD_AWAY_MAX_MS = 600_000;
/** That there is no such account is believed for so long. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/** The streams of one account at one process, and those that nobody has logged in on; beyond, the oldest ends. */
export const STREAMS_PER_ACCOUNT_MAX = 8;
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
export const STRANGE_STREAMS_MAX = 1_000;
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Wrong logins on one stream; those to one account from one address are `LOGINS_PER_MINUTE`. */
export const WRONG_LOGINS_PER_STREAM = 3;
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/** Right ones too, to one account from one address. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** A client of which nothing was heard is pinged so often; after so many pings without an answer it is gone. */
export const EDGE_PING_INTERVAL_MS = 10_000;
export const EDGE_PINGS_UNANSWERED_MAX = 3;
