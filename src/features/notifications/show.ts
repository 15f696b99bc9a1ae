import i18next from 'i18next';
import { config as brand } from '#brand/config.ts';
import type { NoticeTarget } from '#contract/notice.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { readState } from '#db/reads/app.ts';
import type { MessageLook, ThreadRow } from '#db/schema.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { nameOf, wordsOf } from '../../i18n/official.ts';
import { permissionNow } from './permission.ts';

const SHOWN_FOR_MS = 20_000;
const tagOf = (tid: string) => `thread:${tid}`;

/** A notification never says what a conversation covers: others may see the screen. */
const LOOK_KEYS = {
  call: 'call:call',
  covered: 'message:preview.covered',
  removed: 'message:removed',
  unsupported: 'message:preview.unsupported',
} as const satisfies Record<Exclude<MessageLook, 'plain'>, string>;

const bodyOf = ({ tid, lastLook, lastText }: ThreadRow): string =>
  lastLook === 'plain' ? wordsOf(tid, lastText) : i18next.t(LOOK_KEYS[lastLook]);

/** One notification for each conversation: the newest takes the place of the last. */
export async function showArrival(thread: ThreadRow): Promise<void> {
  const settings = { ...DEFAULT_SETTINGS, ...(await readState('settings')) };
  if (!settings.allowNotifications || permissionNow() !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return;
  const { tid } = thread;
  const data: NoticeTarget = { route: 'thread', tid };
  const options = {
    tag: tagOf(tid),
    renotify: true,
    body: bodyOf(thread),
    icon: brand.images.icon192,
    badge: brand.images.badge96,
    lang: currentLocale(),
    dir: 'auto' as const,
    requireInteraction: settings.keepNotifications,
    data,
  };
  await registration.showNotification(nameOf(tid, thread.linkedUser.nickName), options);
  if (!settings.keepNotifications) setTimeout(() => void takeAway(tid).catch(() => undefined), SHOWN_FOR_MS);
}

async function takeAway(tid: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications({ tag: tagOf(tid) })) ?? []) notification.close();
}

/** What was read needs no notification any more. */
export async function takeAwayRead(threads: readonly ThreadRow[]): Promise<void> {
  const tags = new Set(threads.filter(({ unread }) => unread === 0).map(({ tid }) => tagOf(tid)));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (tags.has(notification.tag)) notification.close();
}
