import { SHOWN_IDS_PER_TAG } from '../push/rules.ts';

/** Name of the Web Lock that each visible tab holds (shared), by which tabs and the service worker know whether the app is visible. */
export const VISIBLE_LOCK = 'looked-at';

/**
 * Name of the Web Lock (exclusive) under which pages and the service worker show and record a notification: the second holder sees the
 * first one's record,
 * so an event produces one notification and one sound. Listing notifications also takes it, because Chromium may omit one that is just
 * being shown (trap 41).
 */
export const NOTIFY_LOCK = 'tell';
/** Number of events that a device records as shown, over all notifications, including dismissed ones. */
export const SHOWN_IDS_MAX = 64;
/** Key of an event among those recorded as shown; the tag distinguishes the missed call from the incoming one. */
export const shownKey = (tag: string, id: string): string => `${tag} ${id}`;

/** Type of the service worker's message to an open page: navigate to the target of the clicked notification. */
export const OPEN_NOTICE = 'OPEN_NOTICE';
/**
 * Type of the service worker's question whether the app runs in a window, which the page answers through the transferred port, first with
 * `APP_STARTING` if it is still starting. A window that shows another document, has crashed or is frozen does not answer.
 */
export const IS_APP_RUNNING = 'IS_APP_RUNNING';

/** First answer of a page whose app is still starting; the final answer follows once it runs. */
export const APP_STARTING = 'starting';

/** Reads the event ids from a notification's untrusted data; at most the newest `SHOWN_IDS_PER_TAG`. */
export function idsIn(data: unknown): readonly string[] {
  const { ids } = Object(data) as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(-SHOWN_IDS_PER_TAG) : [];
}

/** Adds an event id to a notification's ids; the oldest above SHOWN_IDS_PER_TAG are dropped. */
export const withId = (ids: readonly string[], one: string): readonly string[] =>
  [...ids.filter((known) => known !== one), one].slice(-SHOWN_IDS_PER_TAG);
