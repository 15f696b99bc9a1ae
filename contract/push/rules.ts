/** Constants of this domain; names include the unit. */

/** A push subscription record is uploaded again after this long (product 9.6). */
export const PUSH_REFRESH_AFTER_MS = 7 * 24 * 3_600_000;
/** A pending push registration is restarted after this long (product 9.6). */
export const PUSH_PENDING_MAX_MS = 10_000;
/** Retry interval of a failed registration, and of the permission prompt after 'Not now'. */
export const PUSH_RETRY_AFTER_MS = 3_600_000;
export const PUSH_OFFER_AGAIN_AFTER_MS = 7 * 24 * 3_600_000;
export const PUSH_TOKEN_MAX_CHARS = 2_048;
export const PUSH_ENDPOINT_MAX_CHARS = 1_024;
/** Bytes to which the plain text of a push is padded, so that its length reveals nothing. Apple's contains the text itself. */
export const PUSH_PADDED_BYTES = 512;
export const PUSH_PADDED_APPLE_BYTES = 1_024;
/** A stream counts as active while its last state was `<active/>` and it sent a frame within this time. */
export const VISIBLE_WITHIN_MS = 25_000;
/** Delay from the last tab becoming hidden to `<inactive/>`. */
export const INACTIVE_AFTER_MS = 1_000;
/** Maximum life of a headless session of the service worker; the shorter one applies when it fetches texts for a notification. */
export const BRIEF_MAX_MS = 20_000;
export const BRIEF_WORDS_MAX_MS = 4_000;
/** A headless session releases the lock within this time of a page's request. */
export const BRIEF_FREED_WITHIN_MS = 900;
/** Periodic sync of an installed app: its tag and minimum interval. */
export const LISTS_SYNC = 'lists';
export const LISTS_SYNC_EVERY_MS = 12 * 3_600_000;
/** A page shows an event's notification only if the service worker has not by then. */
export const PAGE_NOTIFIES_AFTER_MS = 10_000;
export const PAGE_NOTIFIES_CALL_AFTER_MS = 2_000;
/** A notification action is executed once, within this time. */
export const INTENT_MAX_AGE_MS = 30_000;
/** A core that starts within this time of a call's push asks the hub about that call. */
export const RING_MAX_AGE_MS = 60_000;
/** Number of recent event ids that a notification, or a server job, stores for deduplication. */
export const SHOWN_IDS_PER_TAG = 16;
