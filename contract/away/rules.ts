/** Business numbers of this domain, each with its unit in its name. */

/** A record of the browser's push subscription is uploaded anew after this long (product 9.6). */
export const PUSH_REFRESH_AFTER_MS = 7 * 24 * 3_600_000;
/** An installation that began and did not end within this time is begun anew (product 9.6). */
export const PUSH_PENDING_MAX_MS = 10_000;
/** A failed installation is tried again after this long, and an offer to the reader after 'Not now'. */
export const PUSH_RETRY_AFTER_MS = 3_600_000;
export const PUSH_OFFER_AGAIN_AFTER_MS = 7 * 24 * 3_600_000;
export const PUSH_TOKEN_MAX_CHARS = 2_048;
export const PUSH_ENDPOINT_MAX_CHARS = 1_024;
/** Bytes to which the plain text of a push is padded, so that its length tells nothing. Apple's carries words. */
export const PUSH_PADDED_BYTES = 512;
export const PUSH_PADDED_APPLE_BYTES = 1_024;
/** A stream is looked at while its last word was `<active/>` and it sent a frame within this time. */
export const LOOKED_AT_WITHIN_MS = 25_000;
/** Time after the last tab went out of sight until the core says `<inactive/>`. */
export const INACTIVE_AFTER_MS = 1_000;
/** A short stream of the service worker ends by then; one that fetches words for a notification earlier. */
export const BRIEF_MAX_MS = 20_000;
export const BRIEF_WORDS_MAX_MS = 4_000;
/** A short core gives the lock back within this time of a page's asking. */
export const BRIEF_FREED_WITHIN_MS = 900;
/** Periodic sync of an installed app: its tag, and how often at most. */
export const LISTS_SYNC = 'lists';
export const LISTS_SYNC_EVERY_MS = 12 * 3_600_000;
/** The page tells of an event only when the service worker has not by then. */
export const PAGE_TELLS_AFTER_MS = 10_000;
export const PAGE_TELLS_CALL_AFTER_MS = 2_000;
/** What a tap on a notification decided is done once, within this time. */
export const INTENT_MAX_AGE_MS = 30_000;
/** A core that starts within this time of a call's push asks the hub about that call. */
export const RING_MAX_AGE_MS = 60_000;
/** Ids of events that a notification, or a job of the server, remembers: one that comes again is no second one. */
export const IDS_KEPT = 16;
