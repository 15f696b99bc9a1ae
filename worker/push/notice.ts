import type { Settings } from '#contract/account/settings.ts';
import type { BrandConfig } from '#contract/brand.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { tidOfUid, uidOfLocal } from '#contract/ids.ts';
import type { NoticeData } from '#contract/notices/data.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { type NoticeVoice, wordsOfAway } from '#contract/notices/texts.ts';
import { PUSH_RULES, type PushAction, type PushKind, type PushSubject } from '#contract/push/kinds.ts';
import type { PushPayload } from '#contract/push/payload.ts';

/** A button of a notification. Type `text` has an input field in the notification. */
export type NoticeAction = {
  readonly action: PushAction;
  readonly title: string;
  readonly type?: 'button' | 'text';
  readonly placeholder?: string;
};

/** Options of a notification, with the members that TypeScript's type lacks. */
export type NoticeOptions = {
  readonly tag: string;
  readonly body: string;
  readonly icon: string;
  readonly badge: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly data: NoticeData;
  readonly silent: boolean;
  readonly renotify: boolean;
  readonly requireInteraction: boolean;
  readonly timestamp?: number;
  readonly actions?: readonly NoticeAction[];
  readonly vibrate?: readonly number[];
  readonly scenario?: 'incoming-call';
};
/** Title and options for `showNotification`. */
export type ShownNotice = { readonly title: string; readonly options: NoticeOptions };

/** Data of the device for a notification, besides the push payload: names, texts, settings, earlier events. */
export type KnownOfNotice = {
  readonly brand: Pick<BrandConfig, 'name' | 'images'>;
  readonly settings: Pick<Settings, 'noticeShows' | 'keepNotifications'>;
  readonly voice: NoticeVoice;
  /** Display name of the user whom the push is about, as far as this device knows it; else empty. */
  readonly name: string;
  readonly facts: PreviewFacts | undefined;
  /** This device has shown the event before, and it does not ring again now. */
  readonly isAgain: boolean;
  readonly canReplyInside: boolean;
  readonly maxActions: number;
};

type NoticeStyle = {
  readonly icon: keyof BrandConfig['images'];
  readonly leadsTo: (about: PushSubject) => NoticeTarget;
};
const toThread = ({ tid }: PushSubject): NoticeTarget =>
  tid === undefined ? { route: 'messages' } : { route: 'thread', tid };
const toCall = ({ sid }: PushSubject): NoticeTarget => ({ route: 'call', ...(sid !== undefined && { sid }) });

/** Icon and target of the notification of each push kind; a kind without an entry does not compile. */
const NOTICE_STYLES: Readonly<Record<PushKind, NoticeStyle>> = {
  message: { icon: 'icon192', leadsTo: toThread },
  gift: { icon: 'icon192', leadsTo: toThread },
  missed: { icon: 'icon192', leadsTo: toThread },
  call: { icon: 'icon192', leadsTo: toCall },
  callback: { icon: 'icon192', leadsTo: toCall },
  friend: { icon: 'icon192', leadsTo: () => ({ route: 'friends' }) },
  online: {
    icon: 'icon192',
    leadsTo: ({ uid }) => (uid === undefined ? { route: 'messages' } : { route: 'profile', uid }),
  },
  checkIn: { icon: 'icon192', leadsTo: () => ({ route: 'tasks' }) },
  official: { icon: 'icon192', leadsTo: () => ({ route: 'thread', tid: OFFICIAL_TID }) },
  payment: {
    icon: 'icon192',
    leadsTo: ({ order }) => (order === undefined ? { route: 'messages' } : { route: 'payment', order }),
  },
  booking: { icon: 'icon192', leadsTo: () => ({ route: 'bookings' }) },
  bookingBegins: { icon: 'icon192', leadsTo: () => ({ route: 'bookings' }) },
};

/** The field that an action requires; without it the button is omitted. */
const NEEDS: Readonly<Record<PushAction, keyof PushSubject>> = {
  reply: 'tid',
  markRead: 'tid',
  callBack: 'uid',
  write: 'tid',
  answer: 'sid',
  decline: 'sid',
  busy: 'sid',
  accept: 'uid',
  refuse: 'uid',
  receipt: 'order',
};

const RING_MS = [400, 200, 400, 200, 400, 1_000, 400, 200, 400];

/** Returns the subject of a push. The conversation id is derived from the uid and vice versa when one is missing. */
export function aboutOf({ t, s, u, o, k, r }: PushPayload): PushSubject {
  const tid = t ?? (u === undefined ? undefined : tidOfUid(u)) ?? (k === 'official' ? OFFICIAL_TID : undefined);
  return { tid, uid: u ?? (t === undefined ? undefined : uidOfLocal(t)), sid: s, order: o, asked: r === 1 };
}

/** Returns the notification tag of a push: a newer notification with the same tag replaces the older one. */
export const tagOf = (payload: PushPayload): string => PUSH_RULES[payload.k].tag(aboutOf(payload));

const wordOf = (action: PushAction) =>
  `act${action[0]?.toUpperCase()}${action.slice(1)}` as `act${Capitalize<PushAction>}`;

function actionsOf(payload: PushPayload, known: KnownOfNotice): NoticeAction[] {
  const about = aboutOf(payload);
  const { voice, canReplyInside } = known;
  // One answer cannot apply to requests of several users.
  if (payload.k === 'friend' && payload.n > 1) return [];
  const actions: readonly PushAction[] = PUSH_RULES[payload.k].actions;
  return actions
    .filter((action) => about[NEEDS[action]] !== undefined)
    .slice(0, known.maxActions)
    .map((action) => ({
      action,
      title: voice.say(wordOf(action)),
      ...(action === 'reply' && canReplyInside && { type: 'text' as const, placeholder: voice.say('replyHint') }),
    }));
}

/**
 * Returns the notification of a push; `ids` are those of all events that it covers. An event that was shown before replaces its
 * notification silently.
 */
export function noticeOf(payload: PushPayload, ids: readonly string[], known: KnownOfNotice): ShownNotice {
  const { brand, settings, voice } = known;
  const kind = payload.k;
  const rings: boolean = 'rings' in PUSH_RULES[kind];
  const about = aboutOf(payload);
  const silent = payload.q === 1 || known.isAgain;
  const { title, body } = wordsOfAway(
    { kind, n: payload.n, shows: settings.noticeShows, brand: brand.name, name: known.name, facts: known.facts },
    voice,
  );
  const look = NOTICE_STYLES[kind];
  return {
    title,
    options: {
      tag: tagOf(payload),
      body,
      icon: brand.images[look.icon],
      badge: brand.images.badge96,
      lang: voice.lang,
      dir: voice.dir,
      data: { ...look.leadsTo(about), ids, kind, about },
      silent,
      renotify: !silent,
      requireInteraction: rings || settings.keepNotifications,
      timestamp: payload.at,
      actions: actionsOf(payload, known),
      // Browsers reject a notification that has both `silent` and `vibrate`.
      ...(rings && { scenario: 'incoming-call' as const, ...(!silent && { vibrate: RING_MS }) }),
    },
  };
}

/** Returns a notification without details, for content that must not be shown or was not understood. */
export const bareNotice = (
  { brand, voice }: Pick<KnownOfNotice, 'brand' | 'voice'>,
  word: 'news' | 'signIn' | 'openApp',
  tag: string,
): ShownNotice => ({
  title: brand.name,
  options: {
    tag,
    body: voice.say(word),
    icon: brand.images.icon192,
    badge: brand.images.badge96,
    lang: voice.lang,
    dir: voice.dir,
    silent: true,
    renotify: false,
    requireInteraction: false,
    data: { route: 'messages', ids: [] },
  },
});
