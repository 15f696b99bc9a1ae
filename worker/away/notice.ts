import type { Settings } from '#contract/account/settings.ts';
import { AWAY, type AwayAbout, type AwayAction, type AwayKind } from '#contract/away/kinds.ts';
import type { PushPayload } from '#contract/away/payload.ts';
import type { BrandConfig } from '#contract/brand.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { tidOfUid, uidOfLocal } from '#contract/ids.ts';
import type { NoticeData } from '#contract/notices/data.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { type SayNotice, wordsOfAway } from '#contract/notices/words.ts';

/** A button of a notification; `text` asks for words in the notification itself. */
export type NoticeAction = {
  readonly action: AwayAction;
  readonly title: string;
  readonly type?: 'button' | 'text';
  readonly placeholder?: string;
};

/** The options of a notification, with what TypeScript's own type does not know yet. */
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
export type ShownNotice = { readonly title: string; readonly options: NoticeOptions };

/** The reader's language, as a notification is said in it. */
export type NoticeVoice = { readonly say: SayNotice; readonly lang: string; readonly dir: 'ltr' | 'rtl' };

/** What is known on the device besides the push. */
export type KnownOfNotice = {
  readonly brand: Pick<BrandConfig, 'name' | 'images'>;
  readonly settings: Pick<Settings, 'noticeShows' | 'keepNotifications'>;
  readonly voice: NoticeVoice;
  /** Of the person whom it is about, as this device knows them; '' where it does not. */
  readonly name: string;
  readonly facts: PreviewFacts | undefined;
  /** This device has told of the event before. */
  readonly isAgain: boolean;
  readonly canReplyInside: boolean;
  readonly maxActions: number;
};

type Look = {
  readonly icon: keyof BrandConfig['images'];
  readonly leadsTo: (about: AwayAbout) => NoticeTarget;
};
const toThread = ({ tid }: AwayAbout): NoticeTarget =>
  tid === undefined ? { route: 'messages' } : { route: 'thread', tid };
const toCall = ({ sid }: AwayAbout): NoticeTarget => ({ route: 'call', ...(sid !== undefined && { sid }) });

/** A kind without an icon or a target does not compile. */
const LOOKS: Readonly<Record<AwayKind, Look>> = {
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
};

/** Which field an action cannot do without. */
const NEEDS: Readonly<Record<AwayAction, keyof AwayAbout>> = {
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

/** About whom or what a push is. Whoever has a conversation has a number, and the other way round. */
export function aboutOf({ t, s, u, o, k }: PushPayload): AwayAbout {
  const tid = t ?? (u === undefined ? undefined : tidOfUid(u)) ?? (k === 'official' ? OFFICIAL_TID : undefined);
  return { tid, uid: u ?? (t === undefined ? undefined : uidOfLocal(t)), sid: s, order: o };
}

export const tagOf = (payload: PushPayload): string => AWAY[payload.k].tag(aboutOf(payload));

const wordOf = (action: AwayAction) =>
  `act${action[0]?.toUpperCase()}${action.slice(1)}` as `act${Capitalize<AwayAction>}`;

function actionsOf(payload: PushPayload, known: KnownOfNotice): NoticeAction[] {
  const about = aboutOf(payload);
  const { voice, canReplyInside } = known;
  // One answer cannot be meant for several people.
  if (payload.k === 'friend' && payload.n > 1) return [];
  const actions: readonly AwayAction[] = AWAY[payload.k].actions;
  return actions
    .filter((action) => about[NEEDS[action]] !== undefined)
    .slice(0, known.maxActions)
    .map((action) => ({
      action,
      title: voice.say(wordOf(action)),
      ...(action === 'reply' && canReplyInside && { type: 'text' as const, placeholder: voice.say('replyHint') }),
    }));
}

/** Makes the notification of a push. An event that it tells of already takes its place without a sound. */
export function noticeOf(payload: PushPayload, ids: readonly string[], known: KnownOfNotice): ShownNotice {
  const { brand, settings, voice } = known;
  const kind = payload.k;
  const rings: boolean = 'rings' in AWAY[kind];
  const about = aboutOf(payload);
  const silent = payload.q === 1 || known.isAgain;
  const { title, body } = wordsOfAway(
    { kind, n: payload.n, shows: settings.noticeShows, brand: brand.name, name: known.name, facts: known.facts },
    voice.say,
  );
  const look = LOOKS[kind];
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
      // A browser refuses a notification that is silent and shakes.
      ...(rings && { scenario: 'incoming-call' as const, ...(!silent && { vibrate: RING_MS }) }),
    },
  };
}

/** A notification about nobody: what is not to be said, or was not understood. */
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
