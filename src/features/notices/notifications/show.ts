import i18next from 'i18next';
import { config as brand } from '#brand/config.ts';
import { DEFAULT_SETTINGS } from '#contract/account/settings.ts';
import { tidOfUid } from '#contract/ids.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { readState } from '#db/reads/app.ts';
import type { MessageLook, ThreadRow } from '#db/schema.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { nameOf, wordsOf } from '../../../i18n/official.ts';
import { permissionNow } from './permission.ts';

const SHOWN_FOR_MS = 20_000;
const tagOf = (tid: string) => `thread:${tid}`;
const RINGING = 'ringing';

/** A notification never says what a conversation covers: others may see the screen. */
const LOOK_KEYS = {
  call: 'call:call',
  covered: 'message:preview.covered',
  removed: 'message:removed',
  unsupported: 'message:preview.unsupported',
} as const satisfies Record<Exclude<MessageLook, 'plain'>, string>;

const bodyOf = ({ tid, lastLook, lastText }: ThreadRow): string =>
  lastLook === 'plain' ? wordsOf(tid, lastText) : i18next.t(LOOK_KEYS[lastLook]);

type Notice = {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly data: NoticeTarget;
  /** Stays until it is answered or taken away. */
  readonly keep: boolean;
};

/** False where the person, or the browser, does not want any. */
async function show({ tag, title, body, data, keep }: Notice): Promise<boolean> {
  const settings = { ...DEFAULT_SETTINGS, ...(await readState('settings')) };
  if (!settings.allowNotifications || permissionNow() !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return false;
  const options = {
    tag,
    renotify: true,
    body,
    icon: brand.images.icon192,
    badge: brand.images.badge96,
    lang: currentLocale(),
    dir: 'auto' as const,
    requireInteraction: keep || settings.keepNotifications,
    data,
  };
  await registration.showNotification(title, options);
  return !(keep || settings.keepNotifications);
}

/** One notification for each conversation: the newest takes the place of the last. */
export async function showArrival(thread: ThreadRow): Promise<void> {
  const { tid, linkedUser } = thread;
  const [tag, title] = [tagOf(tid), nameOf(tid, linkedUser.nickName)];
  const data: NoticeTarget = { route: 'thread', tid };
  const goes = await show({ tag, title, body: bodyOf(thread), data, keep: false });
  if (goes) setTimeout(() => void takeAway(tag).catch(() => undefined), SHOWN_FOR_MS);
}

/** Somebody rings, or waits for a yes: as long as they do. */
export async function showRinging(title: string, body: string): Promise<void> {
  await show({ tag: RINGING, title, body, data: { route: 'call' }, keep: true });
}
/** A call that nobody took stays told of, as a message does. */
export async function showMissed(uid: number, name: string): Promise<void> {
  const tid = tidOfUid(uid);
  const goes = await show({
    ...{ tag: tagOf(tid), title: nameOf(tid, name), body: i18next.t('call:records.missed') },
    ...{ data: { route: 'thread', tid }, keep: false },
  });
  if (goes) setTimeout(() => void takeAway(tagOf(tid)).catch(() => undefined), SHOWN_FOR_MS);
}
export const takeAwayRinging = (): Promise<void> => takeAway(RINGING);

async function takeAway(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
}

/** What was read needs no notification any more. */
export async function takeAwayRead(threads: readonly ThreadRow[]): Promise<void> {
  const tags = new Set(threads.filter(({ unread }) => unread === 0).map(({ tid }) => tagOf(tid)));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (tags.has(notification.tag)) notification.close();
}
