/** Limits and times of calls, for client and server; names include the unit. */

/** A call whose callee has not answered and received a picture this long after its start ends with `timeOut`. */
export const CALL_SETUP_TIMEOUT_MS = 60_000;
/** Interval at which each side of a connected call sends a heartbeat to the hub, and a user in random match repeats MatchEnter. */
export const CALL_HEARTBEAT_INTERVAL_MS = 5_000;
/** Camera width that a page requests for a call (product 9.2). */
export const VIDEO_WIDTH_IDEAL_PX = 480;
/** Maximum camera width for a call. */
export const VIDEO_WIDTH_MAX_PX = 720;
/** Camera height that a page requests for a call. */
export const VIDEO_HEIGHT_IDEAL_PX = 640;
/** Maximum camera height for a call. */
export const VIDEO_HEIGHT_MAX_PX = 1_280;
/**
 * Heartbeats in a row that a side of a call may miss, and repetitions of MatchEnter that a user in random match may miss. Either counts as
 * lost when the next one is due too: after 3 intervals.
 */
export const CALL_MISSED_BEATS = 2;
/** A loss of media that the callee reports is still metered up to this length; a longer one pauses the meter (`CALL_MEDIA_GIVE_UP_MS`). */
export const CALL_MEDIA_LOSS_MS = 5_000;
/** Paid time left at which the meter on the caller's screen turns to a warning colour. */
export const CALL_WARNING_SECONDS = 60;
/** Billing unit of a call: a started minute is charged in full. */
export const CALL_MINUTE_MS = 60_000;
/** Delay from the connection state `disconnected` to an ICE restart; a failed connection restarts at once. */
export const ICE_RESTART_AFTER_MS = 2_000;
/** Minimum interval between two ICE restarts of a call. */
export const ICE_RESTART_EVERY_MS = 5_000;
/** Time in which a tab may rejoin the call after the tab that owned its media closed or reloaded; then the call ends with `ownerGone`. */
export const CALL_OWNER_GRACE_MS = 5_000;
/** Maximum number of relay servers of a call, and of URLs of each. */
export const RELAYS_MAX = 8;
/** Maximum length of a session description in a signal; the hub refuses longer ones. */
export const SDP_MAX_CHARS = 24_000;
/** Maximum length of an ICE candidate in a signal; the hub refuses longer ones. */
export const CANDIDATE_MAX_CHARS = 1_024;
/** Maximum number of signals of a caller that the hub buffers per call until the answer; further ones are refused. */
export const BUFFERED_SIGNALS_MAX = 64;
/** Maximum total size of the signals that the hub buffers for a call until the answer, as JSON, so that they fit into one hub response. */
export const BUFFERED_SIGNALS_MAX_CHARS = 48_000;
/** Maximum number of receipts in a response to CallRecords; the client then asks for the next page. */
export const CALL_RECORDS_PAGE = 100;
/** Best rating of a call, in stars; the worst is 1. */
export const CALL_RATING_MAX = 5;
/** Fewest stars of a rating whose reasons are praise (`RATING_PRAISES`); fewer stars name faults. */
export const RATING_PRAISE_MIN_STARS = 4;
/** Calls and callback requests together that an account may start per minute, over all processes; the hub refuses more with `rate`. */
export const CALLS_PER_MINUTE = 20;
/** Entries into random match and skipped proposals together, per account and minute, over all processes; more are refused with `rate`. */
export const MATCHES_PER_MINUTE = 10;
/** Time in which both users must accept a random match proposal; then it expires. */
export const MATCH_PROPOSAL_MS = 15_000;
/** Time after a proposal of random match in which the same two users are not proposed to each other again. */
export const MATCH_PAIR_COOLDOWN_MS = 600_000;
/** Time in which a user may reply to a host's request to call back; then the request is over. */
export const CALLBACK_OPEN_MS = 30_000;
/** Added to the lifetime of relay credentials beyond the longest possible remaining time of the call. */
export const RELAY_CREDENTIAL_SPARE_S = 60;
/** Lifetime of relay credentials for a test without a call, before the spare time is added. */
export const RELAY_TEST_SECONDS = 0;
/** Requests of an account per minute for relay servers to test. */
export const RELAY_TESTS_PER_MINUTE = 10;
/** Path on the API host to which a page uploads bytes to measure its speed before a call; the server discards them. */
export const PREFLIGHT_PATH = '/preflight';
/** Maximum body size of one upload to `PREFLIGHT_PATH`. */
export const PREFLIGHT_MAX_BYTES = 262_144;
/** Uploads to `PREFLIGHT_PATH` per client address and minute. */
export const PREFLIGHTS_PER_MINUTE = 120;
/** Measured upload speed from which the preflight rates a network as good: enough for the usual picture size (product 9.2). */
export const CALL_GOOD_KBIT_S = 1_200;
/** Measured upload speed from which the preflight rates a network as fair; below it is bad. */
export const CALL_LEAST_KBIT_S = 300;
/**
 * A loss of media that lasts longer ends the call with `mediaFail`. Once the meter was paused for this time in all, no loss pauses it
 * again.
 */
export const CALL_MEDIA_GIVE_UP_MS = 30_000;
/** Longest time from the answer to the callee's first picture; a call without that picture by then ends with `timeOut`. */
export const CALL_PICTURE_TIMEOUT_MS = 30_000;
/** Longest time from the callee's first picture to the caller's; a call without the caller's by then ends with `mediaFail`. */
export const CALL_SUCCESS_GRACE_MS = 10_000;
/** Maximum lifetime of relay credentials, without the spare time. */
export const RELAY_CREDENTIAL_MAX_S = 43_200;
/** Stanzas to the hub per account and second, on average. */
export const SIGNALS_PER_SECOND = 20;
/** Stanzas to the hub that an account may send at once, for example ICE candidates. */
export const SIGNALS_BURST = 100;
/** A side without a heartbeat for longer counts as away: the other side gets PeerAway. */
export const CALL_AWAY_AFTER_MS = 7_500;
/**
 * A connected call ends when a side sent no heartbeat for longer, even if the server was down in that time. A caller who buys gems has
 * `TOP_UP_SILENCE_MS` instead.
 */
export const CALL_RESTART_GRACE_MS = 60_000;
/** Age at which call minutes no longer count in `paidMinutesRecent`, by which hosts are ranked. */
export const PAID_MINUTES_RECENT_DAYS = 7;
/** Free first calls per account and per device, ever. */
export const FREE_FIRST_CALL_TIMES = 1;
/** Free time of a first call. */
export const FREE_FIRST_CALL_SECONDS = 60;
/** Free calls per UTC day for an account that has paid before. */
export const PAID_USER_FREE_CALLS_PER_DAY = 1;
/** Free time of a daily free call (kind `paidUserFree`). */
export const PAID_USER_FREE_CALL_SECONDS = 60;
/** Free time left at which the caller's page proposes to buy gems, if they do not cover the minute after it. */
export const RECHARGE_REMINDER_SECONDS = 20;
/** Free time or held minutes left at which the caller's page offers to continue a match or booked call as a paid one. */
export const MATCH_TO_FLASH_SECONDS = 15;
/** Free time at the start of each call from random match. */
export const MATCH_FREE_SECONDS = 30;
/** Free silver calls per account and per device in a UTC day; further ones cost silver. */
export const SILVER_CALLS_PER_DAY = 1;
/** Time for which a call waits, with the meter paused, when the caller cannot pay a minute and is buying gems; once per call. */
export const TOP_UP_WAIT_MS = 60_000;
/** Time without heartbeats or media that a caller may take to buy gems in a call, because phones suspend a page behind a bank's app. */
export const TOP_UP_SILENCE_MS = 120_000;
/** An unpaid gem order that is older does not make a call wait. */
export const TOP_UP_ORDER_MINUTES = 10;
/** Default length of a silver call; the operator may change it. */
export const SILVER_CALL_SECONDS = 60;
/** Maximum length that the operator may set for silver calls. */
export const SILVER_CALL_MAX_SECONDS = 3_600;
/** Gems per started minute of a call between friends who are not a user and a host; 0: not metered. */
export const USER_CALL_PRICE: number = 0;
/**
 * Default length of the fair start: a call that ends before this much paid time costs nothing. The operator may change it; 0 turns it
 * off. It is shorter than the first minute, so that no minute is posted before it is over.
 */
export const FAIR_START_SECONDS = 20;
/** Longest fair start that the operator may set. */
export const FAIR_START_MAX_SECONDS = 59;
/** Fair starts of one caller with one host in a UTC day, of calls that the caller ended or that neither of them ended. */
export const FAIR_STARTS_PER_PAIR_AND_DAY = 1;
/** Fair starts of one caller with all hosts in a UTC day, of calls that the caller ended or that neither side ended. */
export const FAIR_STARTS_PER_CALLER_AND_DAY = 3;
/** Fair starts of the calls of one host with all callers in a UTC day, of calls that the caller ended or that neither side ended. */
export const FAIR_STARTS_PER_HOST_AND_DAY = 20;
/** Fair starts in a UTC day of calls of one caller that the same host ended. A further one is charged, and not earned by the host. */
export const HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY = 5;
/** Frames per second below which a picture counts as frozen in media reports (product 3.8). */
export const USABLE_FRAMES_PER_SECOND = 2;
/** Most paid minutes that are given back to one caller in a UTC day, for unusable time in calls with one host. */
export const REFUNDED_MINUTES_PER_PAIR_AND_DAY = 5;
/** Most paid minutes that are given back to one caller in a UTC day, for unusable time in calls with all hosts. */
export const REFUNDED_MINUTES_PER_CALLER_AND_DAY = 15;
/** Maximum length of a frame of a call's picture in a request: a JPEG of 30 kB in base64. */
export const CALL_FRAME_MAX_CHARS = 40_000;
/** Maximum length of the longer edge of a frame of a call's picture (`callFrame`): a page scales the frame down to it. */
export const CALL_FRAME_EDGE_PX = 480;
/** Time after the end of a call in which a frame is accepted with a report about it, as queued reports may arrive late. */
export const CALL_FRAME_ACCEPTED_MS = 86_400_000;
/** Frames of calls that are stored with one user's reports in 24 hours; further reports are filed without one. */
export const REPORT_FRAMES_PER_DAY = 10;
/** Refused frames of one side of a random match within `MATCH_FRAMES_WINDOW_MS` that end the match and open a case. */
export const MATCH_FRAMES_REFUSED_MAX = 2;
/** Period in which refused frames of a random match count together. */
export const MATCH_FRAMES_WINDOW_MS = 600_000;
/**
 * A device in a checked random match looks at a random moment within this time whether its picture is sent sharp, and then sends the first
 * frame of it to be checked; otherwise it looks again within this time.
 */
export const MATCH_FRAME_FIRST_MS = 10_000;
/** Mean time between two frames after the first one of a random match; each comes after half to one and a half of it, at random. */
export const MATCH_FRAME_EVERY_MS = 30_000;
/** Maximum requests to `matchFrame`, each with one frame of a random match to be checked, per minute and account. */
export const MATCH_FRAMES_PER_MINUTE = 20;
/** Retention of frames of calls; those of an open case are stored until it is closed. */
export const CALL_FRAMES_KEPT_DAYS = 90;
/** Period in which fair starts count for the list of hosts whose calls end too soon. */
export const EARLY_ENDS_DAYS = 7;
/** Fewest fair starts within `EARLY_ENDS_DAYS` with which a host is in the list of hosts whose calls end too soon. */
export const EARLY_ENDS_LEAST = 10;
/** Lowest percentage of fair starts in a host's connected calls (`EARLY_ENDS_DAYS`) that lists the host as one whose calls end too soon. */
export const EARLY_ENDS_LEAST_PERCENT = 25;
