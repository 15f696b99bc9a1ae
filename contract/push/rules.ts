import { HOUR_MS, WEEK_MS } from '../durations.ts';

/** Limits and times of pushes, the same for client and server; names include the unit. */

/** A push subscription record is uploaded again after this long (product 9.6). */
export const PUSH_REFRESH_AFTER_MS = WEEK_MS;
/** Timeout of a registration at the browser's push service; a registration that is pending for longer is restarted (product 9.6). */
export const PUSH_PENDING_MAX_MS = 10_000;
/** Delay before a failed push registration is repeated. */
export const PUSH_RETRY_AFTER_MS = HOUR_MS;
/** Time after 'Not now' in which the app does not offer notifications again on this device. */
export const PUSH_OFFER_AGAIN_AFTER_MS = WEEK_MS;
/** Maximum length of a push token (`writePushToken`). */
export const PUSH_TOKEN_MAX_CHARS = 2_048;
/** Maximum length of the push service's URL in a subscription. */
export const PUSH_ENDPOINT_MAX_CHARS = 1_024;
/** Bytes to which the server pads the plain text of a push, so that its length reveals nothing. */
export const PUSH_PADDED_BYTES = 512;
/** Like PUSH_PADDED_BYTES, for Apple's push service, whose pushes contain the notification text. */
export const PUSH_PADDED_APPLE_BYTES = 1_024;
/** A stream counts as active on the server while its last state was `<active/>` and it sent a frame within this time. */
export const VISIBLE_WITHIN_MS = 25_000;
/** Delay from the last visible tab becoming hidden to the core's `<inactive/>` (XEP-0352). */
export const INACTIVE_AFTER_MS = 1_000;
/** Maximum duration of a headless session of the service worker, unless its task sets a shorter one, and of a periodic refresh. */
export const BRIEF_MAX_MS = 20_000;
/** Maximum duration of a headless session that fetches the message text for a notification. */
export const BRIEF_WORDS_MAX_MS = 4_000;
/** Time from its end, for example on a page's request, in which a headless session releases the core lock even if closing hangs. */
export const BRIEF_FREED_WITHIN_MS = 900;
/** Tag of the periodic background sync of an installed app, which refreshes lists and the push subscription. */
export const LISTS_SYNC = 'lists';
/** Minimum interval that the page requests for the periodic background sync. */
export const LISTS_SYNC_EVERY_MS = 12 * HOUR_MS;
/** Delay after which a page shows the notification of a message or missed call, unless the service worker has shown it. */
export const PAGE_NOTIFIES_AFTER_MS = 10_000;
/** Delay after which a page shows the notification of a ringing call or a proposed match, unless the service worker has shown it. */
export const PAGE_NOTIFIES_CALL_AFTER_MS = 2_000;
/** Validity of the user's action on a notification: an open page executes it once, within this time. */
export const INTENT_MAX_AGE_MS = 30_000;
/** A core that starts within this time after a call's push asks the hub about that call. */
export const RING_MAX_AGE_MS = 60_000;
/** Number of recent event ids that a notification, and a queued push on the server, stores for deduplication. */
export const SHOWN_IDS_PER_TAG = 16;
