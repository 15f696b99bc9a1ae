import { IDS_KEPT } from '../away/rules.ts';

/** Held by each tab in sight, so that every tab and the service worker know whether the app is looked at. */
export const LOOKED_AT_LOCK = 'looked-at';

/**
 * Held while a notification is shown and noted, by pages and the service worker: who comes second sees what the first one did, so that
 * an event makes one notification and one sound. Held too while what is shown is listed: Chromium may forget one that is just being
 * shown (trap 41).
 */
export const TELL_LOCK = 'tell';
/** Events that a device remembers having told of, also where their notification was put away. */
export const TOLD_KEPT = 64;
/** The name of an event among them: a call that was missed is told of after it rang. */
export const toldAs = (tag: string, id: string): string => `${tag} ${id}`;

/** From the service worker to a page that is open already: go where this notification leads. */
export const OPEN_NOTICE = 'OPEN_NOTICE';

/** Ids of the events that a notification tells of, in its data, of which nothing is believed. */
export function idsIn(data: unknown): readonly string[] {
  const { ids } = Object(data) as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(-IDS_KEPT) : [];
}

/** Adds an event to those that a notification tells of; the oldest go first. */
export const withId = (ids: readonly string[], one: string): readonly string[] =>
  [...ids.filter((known) => known !== one), one].slice(-IDS_KEPT);
