/** Constants of this domain; names include the unit. */

/** A call that is not answered within this time ends with `timeOut`. */
export const CALL_SETUP_TIMEOUT_MS = 60_000;
/** Heartbeats of both sides; a side that misses more than `CALL_MISSED_BEATS` in a row counts as lost. */
export const CALL_HEARTBEAT_INTERVAL_MS = 5_000;
/** Camera constraints (product 9.2). */
export const VIDEO_WIDTH_IDEAL_PX = 480;
export const VIDEO_WIDTH_MAX_PX = 720;
export const VIDEO_HEIGHT_IDEAL_PX = 640;
export const VIDEO_HEIGHT_MAX_PX = 1_280;
export const CALL_MISSED_BEATS = 2;
/** A media loss of up to this length is still metered. */
export const CALL_MEDIA_LOSS_MS = 5_000;
/** Remaining time from which the meter shows a warning. */
export const CALL_WARNING_SECONDS = 60;
export const CALL_MINUTE_MS = 60_000;
/** Delay from a disconnected connection to an ICE restart, and minimum interval between restarts. */
export const ICE_RESTART_AFTER_MS = 2_000;
export const ICE_RESTART_EVERY_MS = 5_000;
/** Time for the owner tab to rejoin its call after a reload. */
export const CALL_OWNER_GRACE_MS = 5_000;
/** Maximum number of relay servers, and of URLs of each. */
export const RELAYS_MAX = 8;
export const SDP_MAX_CHARS = 24_000;
export const CANDIDATE_MAX_CHARS = 1_024;
/** Limits of the hub's buffer for a caller's signals before the answer; the JSON fits into one hub response. */
export const BUFFERED_SIGNALS_MAX = 64;
export const BUFFERED_SIGNALS_MAX_CHARS = 48_000;
/** Maximum number of receipts in a response. */
export const CALL_RECORDS_PAGE = 100;
export const CALL_RATING_MAX = 5;
/** Per account. */
export const CALLS_PER_MINUTE = 20;
export const MATCHES_PER_MINUTE = 10;
/** Time to answer a match proposal, and time in which a proposed pair is not proposed again. */
export const MATCH_PROPOSAL_MS = 15_000;
export const MATCH_AGAIN_AFTER_MS = 600_000;
/** Time to reply to a callback. */
export const CALLBACK_OPEN_MS = 30_000;
/** Lifetime of relay credentials beyond the time that the caller can pay. */
export const RELAY_CREDENTIAL_SPARE_S = 60;
/** A relay test needs no time beyond the spare time. */
export const RELAY_TEST_SECONDS = 0;
export const RELAY_TESTS_PER_MINUTE = 10;
/** The preflight measures upload speed with up to this many bytes per request, and this many requests per address. */
export const PREFLIGHT_PATH = '/preflight';
export const PREFLIGHT_MAX_BYTES = 262_144;
export const PREFLIGHTS_PER_MINUTE = 120;
/** Bandwidth for a picture of the usual size (product 9.2), and the minimum for a poor one. */
export const CALL_GOOD_KBIT_S = 1_200;
export const CALL_LEAST_KBIT_S = 300;
/** A loss of media that lasts longer ends the call. */
export const CALL_MEDIA_GIVE_UP_MS = 30_000;
/** Deadline for the first picture after the answer, and for the caller's report after the callee's. */
export const CALL_PICTURE_TIMEOUT_MS = 30_000;
export const CALL_SUCCESS_GRACE_MS = 10_000;
export const RELAY_CREDENTIAL_MAX_S = 43_200;
/** Stanzas per user to the hub; the burst allows for ICE candidates. */
export const SIGNALS_PER_SECOND = 20;
export const SIGNALS_BURST = 100;
/** Heartbeat delay after which the other side gets PeerAway. */
export const CALL_AWAY_AFTER_MS = 7_500;
/** A call whose parties were silent for longer has ended, even if the server was down. */
export const CALL_RESTART_GRACE_MS = 60_000;
/** Period of `paidMinutesRecent`, by which hosts are ranked. */
export const PAID_MINUTES_RECENT_DAYS = 7;
/** Allowances: first calls of an account, and daily free calls of paid users. */
export const FREE_FIRST_CALL_TIMES = 1;
export const FREE_FIRST_CALL_SECONDS = 60;
export const PAID_USER_FREE_CALLS_PER_DAY = 1;
export const PAID_USER_FREE_CALL_SECONDS = 60;
/** Remaining free time at which recharging is proposed. */
export const RECHARGE_REMINDER_SECONDS = 20;
/** Remaining free time at which a free match call can be continued as a paid one. */
export const MATCH_TO_FLASH_SECONDS = 15;
export const MATCH_FREE_SECONDS = 30;
/** Free silver calls per day. */
export const SILVER_CALLS_PER_DAY = 1;
/** A call waits this long for a gem purchase when a minute cannot be paid, once per call. */
export const TOP_UP_WAIT_MS = 60_000;
/** A payer may be silent for this long, because phones suspend a page behind a bank's app. */
export const TOP_UP_SILENCE_MS = 120_000;
/** A purchase that is older does not keep a call waiting. */
export const TOP_UP_ORDER_MINUTES = 10;
/** Default and maximum length of a silver call. */
export const SILVER_CALL_SECONDS = 60;
export const SILVER_CALL_MAX_SECONDS = 3_600;
/** Gems per started minute of a call between friends who are not a user and a host; 0: not metered. */
export const USER_CALL_PRICE: number = 0;
