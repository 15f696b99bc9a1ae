import { nanoid } from 'nanoid';
import { config as brand } from '#brand/config.ts';
import { type CarriedNotice, type NoticeData, readNoticeData } from '#contract/notices/data.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { NOTIFY_LOCK } from '#contract/notices/shown.ts';
import type { PushAction } from '#contract/push/kinds.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { readSettingsIn } from '../account/settings.ts';
import type { IntentRow } from '../db/schema.ts';
import { readLocale, readName } from './known.ts';
import type { NotificationActions } from './notification-actions.ts';
import type { AwayWorld } from './world.ts';

const SENT_SHOWN_FOR_MS = 3_000;

type Tapped = {
  readonly tag: string;
  readonly data: unknown;
  readonly action: string;
  /** Text entered in the notification; undefined when the browser has no input field for it. */
  readonly reply: string | undefined;
};
type Ports = {
  readonly world: AwayWorld;
  readonly actions: NotificationActions;
  /** Opens or focuses the app at the target. */
  readonly open: (target: NoticeTarget) => Promise<void>;
};

type Intent = { readonly act: 'answer'; readonly sid: string } | { readonly act: 'dial'; readonly uid: number };

/** Creates the handler of taps on notifications and their buttons. */
export function createTaps({ world, actions, open }: Ports): { onTap(tapped: Tapped): Promise<void> } {
  const { app, chat, registration } = world;

  /** Stores the chosen action and opens the app. Only a tap on this device can trigger it, no URL. */
  async function openWith(intent: Intent, target: NoticeTarget): Promise<void> {
    const row: IntentRow = { key: 'intent', id: nanoid(), at: world.now(), ...intent };
    await Promise.all([app.state.put(row), open(target)]);
  }

  async function onTap({ tag, data, action, reply }: Tapped): Promise<void> {
    const carried = readNoticeData(data);
    const { tid, uid, sid } = carried.about;
    switch (action as PushAction | '') {
      case 'reply':
        if (tid === undefined || reply === undefined || isBlank(reply)) return open(carried.to);
        return answer(tag, carried, tid, reply);
      case 'markRead':
        return tid === undefined ? undefined : actions.markRead(tid);
      case 'callBack':
        return uid === undefined ? open(carried.to) : openWith({ act: 'dial', uid }, { route: 'dial', uid });
      case 'answer':
        return sid === undefined ? open(carried.to) : openWith({ act: 'answer', sid }, carried.to);
      case 'write':
        return open(tid === undefined ? carried.to : { route: 'thread', tid });
      case 'decline':
      case 'busy':
        await app.state.delete('ring');
        return actions.refuseRing(carried.about, action as 'decline' | 'busy');
      case 'accept':
      case 'refuse':
        return uid === undefined ? open(carried.to) : actions.answerRequest(uid, action as 'accept' | 'refuse');
      default:
        return open(carried.to);
    }
  }

  /** Sends a reply and replaces the notification with its outcome. */
  async function answer(tag: string, { to, ids }: CarriedNotice, tid: string, words: string): Promise<void> {
    const became = await actions.reply(tid, words);
    const voice = await readLocale(world);
    const { noticeShows } = await readSettingsIn(app);
    const name = noticeShows === 'nothing' ? '' : await readName({ app, chat }, { tid }, voice);
    const says = { sent: 'sent', waits: 'waitsForLine', refused: 'notSent' } as const;
    const noticeData: NoticeData = { ...to, ids };
    await registration.showNotification(voice.isolate(name) || brand.name, {
      tag,
      body: voice.say(says[became]),
      icon: brand.images.icon192,
      badge: brand.images.badge96,
      lang: voice.lang,
      dir: voice.dir,
      silent: true,
      renotify: false,
      data: noticeData,
    });
    if (became === 'waits') await registration.sync?.register('outbox').catch(() => undefined);
    if (became !== 'sent') return;
    await world.pause(SENT_SHOWN_FOR_MS);
    await world.locks.request(NOTIFY_LOCK, async () => {
      // Another message may have arrived meanwhile: its notification stays.
      for (const notification of await registration.getNotifications({ tag }))
        if (notification.body === voice.say('sent')) notification.close();
    });
  }

  return { onTap };
}
