import i18next from 'i18next';
import { config as brand } from '#brand/config.ts';
import type { Settings } from '#contract/account/settings.ts';
import { isMuted } from '#contract/chat/conversation-choices.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { tidOfUid } from '#contract/ids.ts';
import type { NoticeData } from '#contract/notices/data.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { idsIn, NOTIFY_LOCK, shownKey, withId } from '#contract/notices/shown.ts';
import { type Notice, type TranslateNotice, wordsOfNotice } from '#contract/notices/texts.ts';
import { readSettings, readState } from '#db/reads/app.ts';
import type { ThreadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { nameOf, wordsOf } from '../../../i18n/official.ts';
import { isNotificationOver } from './arrivals.ts';
import { permissionNow } from './permission.ts';

const SHOWN_FOR_MS = 20_000;
/** Returns the notification tag of a conversation: it has at most one notification. */
export const tagOf = (tid: string) => `thread:${tid}`;
/** Notification tag of a ringing call or a proposed match. */
export const RINGING = 'ringing';

const say: TranslateNotice = (key, values) => i18next.t(`push:${key}`, { ...values });

type Shown = {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly data: NoticeTarget;
  /** Id of the event; the service worker shows no second notification for it. */
  readonly id: string;
  /** Whether the notification stays until the user interacts with it, whatever the settings say. */
  readonly keep: boolean;
};

/** Shows a notification if settings and permission allow it. Resolves to whether it must be closed after `SHOWN_FOR_MS`. */
async function show(shown: Shown): Promise<boolean> {
  const settings = await readSettings();
  if (!settings.allowNotifications || permissionNow() !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return false;
  return inTurn(() => showOnce(registration, settings, shown));
}

const inTurn = <T>(run: () => Promise<T>): Promise<T> => navigator.locks.request(NOTIFY_LOCK, run);

/** Shows the notification unless its event was already shown by any tab or the service worker. Runs under the lock `NOTIFY_LOCK`. */
async function showOnce(
  registration: ServiceWorkerRegistration,
  { keepNotifications }: Pick<Settings, 'keepNotifications'>,
  { tag, title, body, data, id, keep }: Shown,
): Promise<boolean> {
  if (await isRecordedShown(tag, id)) return false;
  const shown = await registration.getNotifications({ tag });
  const ids = shown.flatMap((notification) => idsIn(notification.data));
  const noticeData: NoticeData = { ...data, ids: withId(ids, id) };
  const options = {
    tag,
    renotify: true,
    body,
    icon: brand.images.icon192,
    badge: brand.images.badge96,
    lang: currentLocale(),
    dir: 'auto' as const,
    requireInteraction: keep || keepNotifications,
    data: noticeData,
  };
  await registration.showNotification(title, options);
  await core.recordShownEvent(tag, id);
  return !(keep || keepNotifications);
}

/**
 * Shows a notification about a conversation, replacing the previous one, and closes it after `SHOWN_FOR_MS` unless the settings keep it.
 */
async function showAbout(tid: string, id: string, notice: Notice): Promise<void> {
  const tag = tagOf(tid);
  const { title, body } = wordsOfNotice(notice, say, currentLocale());
  const goes = await show({ tag, title, body: wordsOf(tid, body), data: { route: 'thread', tid }, id, keep: false });
  if (goes) setTimeout(() => void closeNotifications(tag).catch(() => undefined), SHOWN_FOR_MS);
}

/**
 * Shows a notification of a new message, closed after 20 s unless the user's settings keep it. Not shown again for the same `id`
 * by any tab or the service worker, nor for a muted conversation.
 */
export async function showArrival(tid: string, id: string, nickName: string, facts: PreviewFacts): Promise<void> {
  if (isMuted((await readSettings()).conversations, tid)) return;
  await showAbout(tid, id, { kind: 'message', name: nameOf(tid, nickName), facts });
}

/**
 * Shows a notification of a missed call in place of that of the conversation. It is closed and shown once as with `showArrival`, but also
 * for a muted conversation.
 */
export const showMissed = (uid: number, sid: string, name: string): Promise<void> =>
  showAbout(tidOfUid(uid), sid, { kind: 'missed', name });

/**
 * Shows a notification of a ringing call or proposed match, once per id and if settings and permission allow it; it stays until
 * `closeRingingNotification`.
 */
export async function showRinging(id: string, notice: Notice): Promise<void> {
  await show({ tag: RINGING, ...wordsOfNotice(notice, say, currentLocale()), data: { route: 'call' }, id, keep: true });
}
/** Returns whether a notification of an event was shown on this device, by any tab or the service worker, even if it is closed by now. */
export const wasShown = (tag: string, id: string): Promise<boolean> => inTurn(() => isRecordedShown(tag, id));

async function isRecordedShown(tag: string, id: string): Promise<boolean> {
  const shownRow = await readState('told');
  if (shownRow?.events.some(({ as }) => as === shownKey(tag, id))) return true;
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag })) ?? [];
  return shown.some(({ data }) => idsIn(data).includes(id));
}
/** Closes the notification of a ringing call or match, when the ringing ends. */
export const closeRingingNotification = (): Promise<void> => closeNotifications(RINGING);

async function closeNotifications(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await inTurn(async () => {
    for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
  });
}

/** Closes the notifications of those conversations that have no unread messages, or whose newest message was deleted. */
export async function closeFinishedNotifications(threads: readonly ThreadRow[]): Promise<void> {
  const tags = new Set(threads.filter(isNotificationOver).map(({ tid }) => tagOf(tid)));
  const registration = await navigator.serviceWorker?.getRegistration();
  await inTurn(async () => {
    for (const notification of (await registration?.getNotifications()) ?? [])
      if (tags.has(notification.tag)) notification.close();
  });
}
