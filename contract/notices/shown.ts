import { SHOWN_IDS_PER_TAG } from '../push/rules.ts';

/** Lock held by each visible tab, so that all tabs and the service worker know whether the app is visible. */
export const VISIBLE_LOCK = 'looked-at';

/**
 * Lock for showing and recording a notification, shared by pages and the service worker: the second holder sees the first one's record,
 * so an event produces one notification and one sound. Listing notifications also takes it, because Chromium may omit one that is just
 * being shown (trap 41).
 */
export const NOTIFY_LOCK = 'tell';
/** Number of events that a device records as shown, including those whose notification was dismissed. */
export const SHOWN_IDS_MAX = 64;
/** Key of an event among them; the tag keeps the missed call apart from the incoming one. */
export const shownKey = (tag: string, id: string): string => `${tag} ${id}`;

/** Message from the service worker to an open page: navigate to this notification's target. */
export const OPEN_NOTICE = 'OPEN_NOTICE';

/** Reads the event ids from a notification's untrusted data. */
export function idsIn(data: unknown): readonly string[] {
  const { ids } = Object(data) as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(-SHOWN_IDS_PER_TAG) : [];
}

/** Adds an event id to a notification's ids; the oldest are dropped. */
export const withId = (ids: readonly string[], one: string): readonly string[] =>
  [...ids.filter((known) => known !== one), one].slice(-SHOWN_IDS_PER_TAG);
