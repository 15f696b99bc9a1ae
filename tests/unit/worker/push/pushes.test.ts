import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import type { Settings } from '#contract/account/settings.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { pathOfNotice } from '#contract/notices/notice.ts';
import { NOTIFY_LOCK, SHOWN_IDS_MAX, VISIBLE_LOCK } from '#contract/notices/shown.ts';
import { PUSH_KINDS, PUSH_RULES, type PushKind } from '#contract/push/kinds.ts';
import type { PushPayload } from '#contract/push/payload.ts';
import type { ShownRow } from '#db/schema.ts';
import { accountTag } from '../../../../worker/push/account-tag.ts';
import type { NoticeOptions } from '../../../../worker/push/notice.ts';
import { createPushes } from '../../../../worker/push/pushes.ts';
import { recordShown } from '../../../../worker/push/shown-notifications.ts';
import type { BriefEnd } from '../../../../worker/push/step.ts';
import type { AwayWorld } from '../../../../worker/push/world.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';
import { fakeLocks } from '../support/locks.ts';

// A global of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

const NOW = 1_800_000_000_000;
const LOCALES = new URL('../../../../src/i18n/locales/', import.meta.url);
const words = Object.fromEntries(
  readdirSync(LOCALES).map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`${language}/push.json`, LOCALES), 'utf8')),
  ]),
);

type Shown = { readonly title: string; readonly body: string; readonly options: NoticeOptions; close(): void };
type World = {
  readonly settings?: Partial<Settings>;
  readonly lookedAt?: boolean;
  readonly language?: string;
  readonly languages?: readonly string[];
  readonly name?: string;
  readonly signedIn?: boolean;
  readonly onLocks?: (locks: ReturnType<typeof fakeLocks>) => void;
  readonly now?: () => number;
  readonly pause?: AwayWorld['pause'];
  /** Acts as the headless session and returns how it ended. */
  readonly brief?: (chat: ReturnType<typeof freshChat>) => Promise<BriefEnd>;
};

/** A device with one conversation, and its open notifications. */
async function device(given: World = {}) {
  const [app, chat] = [freshApp(), freshChat()];
  if (given.signedIn !== false) await app.state.put(session);
  await app.state.put({ key: 'settings', ...DEFAULT_SETTINGS, ...given.settings });
  if (given.language)
    await app.state.put({
      key: 'device',
      openId: '',
      webUuid: '',
      screenWidth: 0,
      screenHeight: 0,
      language: given.language,
    });
  await chat.threads.put({
    id: 9001,
    tid: 'u_9001',
    mainJid: session.jid,
    linkedJid: 'u_9001@x',
    unread: 1,
    lastDate: 1,
    lastMid: '',
    linkedUser: { jid: 'u_9001@x', uid: 9001, nickName: given.name ?? 'Maya' },
    lastFacts: undefined,
    lastOut: false,
    lastState: 'success',
    lastIncoming: 1,
    dividerMid: '',
  });
  const shown: Shown[] = [];
  const all: Shown[] = [];
  const badges: number[] = [];
  const unsubscribe = vi.fn(async () => true);
  const brief = vi.fn(async () => given.brief?.(chat) ?? ('broken' as BriefEnd));
  const locks = fakeLocks();
  if (given.lookedAt) locks.hold(VISIBLE_LOCK);
  given.onLocks?.(locks);
  const world: AwayWorld = {
    app,
    chat,
    words,
    languages: given.languages ?? ['en'],
    now: given.now ?? (() => NOW),
    canReplyInside: true,
    maxActions: 2,
    mustShow: false,
    brief,
    setBadge: async (count) => void badges.push(count),
    locks,
    pause: given.pause ?? (async () => {}),
    registration: {
      scope: 'https://gem.test/',
      pushManager: { getSubscription: async () => ({ unsubscribe }), subscribe: async () => ({}) } as never,
      async showNotification(title, given) {
        const options = given as NoticeOptions;
        const before = shown.findIndex((one) => one.options.tag === options.tag);
        if (before >= 0) shown.splice(before, 1);
        const one: Shown = {
          title,
          body: options.body,
          options,
          close: () => void shown.splice(shown.indexOf(one), 1),
        };
        shown.push(one);
        all.push(one);
      },
      async getNotifications(filter) {
        // Only under the lock: a concurrent read may miss a notification that is being shown.
        expect(locks.isHeld(NOTIFY_LOCK)).toBe(true);
        return shown
          .filter(({ options }) => filter === undefined || options.tag === filter.tag)
          .map((one) => ({ ...one, tag: one.options.tag, data: one.options.data })) as unknown as Notification[];
      },
    },
  };
  return { app, chat, shown, all, badges, unsubscribe, brief, push: createPushes(world).onPush };
}

const IDS: Readonly<Record<PushKind, Partial<PushPayload>>> = {
  message: { t: 'u_9001' },
  gift: { t: 'u_9001' },
  missed: { t: 'u_9001', s: 'sid1' },
  call: { t: 'u_9001', s: 'sid1' },
  callback: { t: 'u_9001', s: 'wish1' },
  friend: { u: 9001 },
  online: { u: 9001 },
  checkIn: {},
  official: { t: 'u_1' },
  payment: { o: 'order1' },
  booking: { u: 9001 },
  bookingBegins: { u: 9001 },
};
const own = await accountTag(session.uid);
const payload = (kind: PushKind, change: Partial<PushPayload> = {}): PushPayload => ({
  v: 1,
  k: kind,
  i: 'id1',
  a: own,
  n: 1,
  b: 1,
  at: NOW,
  x: NOW + 60_000,
  gone: [],
  ...IDS[kind],
  ...change,
});

/** The message as a headless session stores it. */
async function arrive(chat: ReturnType<typeof freshChat>, body = 'Hi there', facts?: PreviewFacts) {
  await chat.messages.add({ mid: 'u_9001/id1', tid: 'u_9001', date: 2 } as never);
  await chat.threads.update(9001, { lastFacts: facts ?? { kind: 'text', body }, lastMid: 'u_9001/id1' });
}

const EXPECTED = {
  words: {
    message: ['Maya', 'Hi there'],
    gift: ['Maya', 'Hi there'],
    missed: ['Maya', 'Missed call'],
    call: ['Maya is calling', 'Video call'],
    callback: ['Maya', 'Would like you to call back'],
    friend: ['Maya', 'Wants to be friends'],
    online: ['Maya', 'Is online now'],
    checkIn: ['gemcall', 'Your daily check-in is ready'],
    official: ['gemcall team', 'News from our team'],
    payment: ['gemcall', 'News of your payment'],
    booking: ['Maya', 'Update on your booked call'],
    bookingBegins: ['Maya', 'Your booked call starts now'],
  },
  name: { message: ['Maya', 'New message'], gift: ['Maya', 'A gift for you'] },
  nothing: {
    message: ['gemcall', 'New message'],
    gift: ['gemcall', 'A gift for you'],
    missed: ['gemcall', 'Missed call'],
    call: ['gemcall', 'Incoming video call'],
    callback: ['gemcall', 'Someone asks you to call back'],
    friend: ['gemcall', 'New friend request'],
    online: ['gemcall', 'Someone you like is online'],
    checkIn: ['gemcall', 'Your daily check-in is ready'],
    official: ['gemcall', 'News from our team'],
    payment: ['gemcall', 'News of your payment'],
    booking: ['gemcall', 'Update on your booked call'],
    bookingBegins: ['gemcall', 'Your booked call starts now'],
  },
} as const satisfies Record<string, Partial<Record<PushKind, readonly [string, string]>>>;
const PATHS: Readonly<Record<PushKind, string>> = {
  message: '/message/u_9001',
  gift: '/message/u_9001',
  missed: '/message/u_9001',
  call: '/',
  callback: '/',
  friend: '/friendreq',
  online: '/anchorprofile?uid=9001',
  checkIn: '/task',
  official: '/message/u_1',
  payment: '/payresult?order=order1',
  booking: '/callrecord',
  bookingBegins: '/callrecord',
};

/** The state of the browser when the push arrives, and the expected notifications and text. */
const STATES = {
  visible: { world: { lookedAt: true }, shown: 0, hasWords: true },
  // The core of the page reads the text from its stream.
  hidden: {
    world: {
      async brief(chat) {
        await arrive(chat);
        return 'busy';
      },
    },
    shown: 1,
    hasWords: true,
  },
  // The core of the page has the lock and does nothing.
  frozen: { world: { brief: async () => 'busy' }, shown: 1, hasWords: false },
  closed: {
    world: {
      async brief(chat) {
        await arrive(chat);
        return 'done';
      },
    },
    shown: 1,
    hasWords: true,
  },
} as const satisfies Record<string, { world: World; shown: number; hasWords: boolean }>;
const SHOWS = ['words', 'name', 'nothing'] as const;
type State = keyof typeof STATES;
const rows = PUSH_KINDS.flatMap((kind) =>
  SHOWS.flatMap((shows) => (Object.keys(STATES) as State[]).map((state) => [kind, shows, state] as const)),
);

test.each(rows)('%s, %s, %s: the notifications have the expected number, texts and targets', async (...row) => {
  const [kind, shows, state] = row;
  const { world, shown, hasWords } = STATES[state];
  const { all, push } = await device({ ...world, settings: { noticeShows: shows } });
  await push(payload(kind));
  expect(all).toHaveLength(shown);
  const [one] = all;
  if (!one) return;
  const said = shows === 'words' && !hasWords && (kind === 'message' || kind === 'gift') ? 'name' : shows;
  const table: Partial<Record<PushKind, readonly [string, string]>> = EXPECTED[said];
  expect([one.title, one.body]).toEqual(table[kind] ?? EXPECTED.words[kind]);
  expect(pathOfNotice(one.options.data)).toBe(PATHS[kind]);
  expect(one.options.actions?.map(({ action }) => action)).toEqual([...PUSH_RULES[kind].actions]);
  expect(one.options.tag).toBe(PUSH_RULES[kind].tag({ tid: IDS[kind].t, order: 'order1' }));
  expect(one.options).toMatchObject({ silent: false, renotify: true, lang: 'en', dir: 'ltr' });
});

test('the table has 144 rows', () => expect(rows).toHaveLength(144));

test('a call vibrates and stays, and a silent one does not vibrate, because a browser rejects both', async () => {
  const { push, all, app } = await device();
  await push(payload('call'));
  expect(all[0]?.options).toMatchObject({ requireInteraction: true, scenario: 'incoming-call' });
  expect(all[0]?.options.vibrate?.length).toBeGreaterThan(3);
  expect(await app.state.get('ring')).toEqual({ key: 'ring', sid: 'sid1', at: NOW });
  await push(payload('call', { q: 1, i: 'id2' }));
  expect(all[1]?.options).toMatchObject({ silent: true });
  expect(all[1]?.options).not.toHaveProperty('vibrate');
});

test('a call rings again while it is unanswered, not for the same ring twice, and not after a dismissal', async () => {
  let now = NOW;
  const { push, all, shown } = await device({ pause: () => new Promise(() => {}), now: () => now });
  const loud: boolean[] = [];
  const ring = async (afterMs: number) => {
    now = NOW + afterMs;
    const before = all.length;
    void push(payload('call', { x: NOW + 60_000 }));
    await vi.waitFor(() => expect(all).toHaveLength(before + 1));
    loud.push(all.at(-1)?.options.silent === false);
  };
  for (const afterMs of [0, 2_000, 15_000]) await ring(afterMs);
  shown[0]?.close();
  await ring(30_000);
  expect(loud).toEqual([true, false, true, false]);
});

test('a ringing notification is closed when the call can no longer be answered, or was missed', async () => {
  const { push, shown, all } = await device();
  await push(payload('call'));
  expect([all.length, shown.length]).toEqual([1, 0]);
  const ringing = await device({ pause: () => new Promise(() => {}) });
  void ringing.push(payload('call'));
  await vi.waitFor(() => expect(ringing.shown).toHaveLength(1));
  await ringing.push(payload('missed', { i: 'id2' }));
  expect(ringing.shown.map(({ options }) => options.tag)).toEqual(['thread:u_9001']);
});

test('a duplicate event gives one notification and one sound', async () => {
  const { push, shown, all } = await device({ settings: { noticeShows: 'name' } });
  await push(payload('message'));
  await push(payload('message'));
  expect(shown).toHaveLength(1);
  expect(all.map(({ options }) => options.silent)).toEqual([false, true]);
  await push(payload('message', { i: 'id2', n: 2 }));
  expect(shown.map(({ body }) => body)).toEqual(['New messages: 2']);
  expect(shown[0]?.options).toMatchObject({ silent: false, data: { ids: ['id1', 'id2'] } });
});

test('texts are fetched by a headless session, and a failure shows a generic message', async () => {
  const fetched = await device({
    async brief(chat) {
      await arrive(chat, 'Fetched');
      return 'done';
    },
  });
  await fetched.push(payload('message'));
  expect(fetched.all.map(({ title, body }) => [title, body])).toEqual([['Maya', 'Fetched']]);
  const offline = await device();
  await offline.push(payload('message'));
  expect(offline.all.map(({ body }) => body)).toEqual(['New message']);
  const named = await device({ settings: { noticeShows: 'name' } });
  await named.push(payload('message'));
  expect(named.brief).not.toHaveBeenCalled();
});

const MIXED = 'Ana (آنا)';
const DEMO = 'Amber (demo)';
const isolated = (text: string) => `\u2068${text}\u2069`;

test.each([
  ['en', MIXED, 'مرحبا بالعالم.', isolated(MIXED), isolated('مرحبا بالعالم.')],
  ['en', DEMO, 'Hi!', DEMO, 'Hi!'],
  ['he', DEMO, 'Hi!', isolated(DEMO), isolated('Hi!')],
  ['he', 'עבד', 'אני ב-London (UK)!', 'עבד', isolated('אני ב-London (UK)!')],
  ['ar', 'W'.repeat(32), '12:30', isolated('W'.repeat(32)), '12:30'],
] as const)('in %s, a notification isolates the direction of %j and %j', async (language, name, body, title, shown) => {
  const { push, all } = await device({
    language,
    name,
    async brief(chat) {
      await arrive(chat, body);
      return 'done';
    },
  });
  await push(payload('message'));
  expect(all.map((one) => [one.title, one.body])).toEqual([[title, shown]]);
});

test('a name within a sentence of a notification is isolated, and the brand is not', async () => {
  const call = await device({ language: 'ar', name: DEMO });
  await call.push(payload('call'));
  expect(call.all[0]?.title).toContain(isolated(DEMO));
  const team = await device({ language: 'ar' });
  await team.push(payload('official'));
  expect(team.all[0]?.title).toMatch(/gemcall/);
  expect(team.all[0]?.title).not.toContain(isolated('gemcall'));
});

test.each([
  ['en', ['hi-IN', 'en-GB'], 'en-GB', 'Maintenance at 15:07', 'New messages: 1,234'],
  ['en', ['en-US'], 'en-US', 'Maintenance at 3:07 PM', 'New messages: 1,234'],
  ['de', ['de-AT'], 'de-AT', 'Wartung um 15:07', 'Neue Nachrichten: 1\u00a0234'],
  ['ar', ['ar-EG'], 'ar-EG', 'صيانة في الساعة ٣:٠٧ م', 'رسائل جديدة: ١٬٢٣٤'],
] as const)('a notification in %s for a browser that prefers %j has the formats of %s', async (...row) => {
  const [language, languages, lang, maintenance, messages] = row;
  const at = new Date(2026, 4, 20, 15, 7).getTime();
  const { push, all } = await device({
    language,
    languages,
    async brief(chat) {
      await arrive(chat, '', { kind: 'maintenance', state: 'soon', from: at });
      return 'done';
    },
  });
  await push(payload('message'));
  const named = await device({ language, languages, settings: { noticeShows: 'name' } });
  await named.push(payload('message', { n: 1_234 }));
  expect([all[0], named.all[0]].map((one) => one?.body)).toEqual([maintenance, messages]);
  expect(all[0]?.options.lang).toBe(lang);
});

test('a notification has the language that the browser prefers before one is chosen', async () => {
  const { push, all } = await device({ languages: ['ca-ES', 'it-CH'], settings: { noticeShows: 'name' } });
  await push(payload('message'));
  expect(all[0]).toMatchObject({ body: 'Nuovo messaggio', options: { lang: 'it-CH', dir: 'ltr' } });
});

test('no notification is shown when the user returns during the fetch', async () => {
  const given: { come?: () => void } = {};
  const { push, all } = await device({
    async brief(chat) {
      await arrive(chat);
      given.come?.();
      return 'done';
    },
    onLocks(locks) {
      given.come = () => locks.hold(VISIBLE_LOCK);
    },
  });
  await push(payload('message'));
  expect(all).toEqual([]);
});

test('shown events are stored only for the signed-in account, and the oldest are deleted', async () => {
  const { app, push } = await device({ settings: { noticeShows: 'name' } });
  for (let n = 0; n < SHOWN_IDS_MAX + 2; n += 1) await push(payload('message', { i: `id${n}` }));
  const events = ((await app.state.get('told')) as ShownRow).events.map(({ as }) => as);
  expect(events).toHaveLength(SHOWN_IDS_MAX);
  expect([events[0], events.at(-1)]).toEqual(['thread:u_9001 id2', `thread:u_9001 id${SHOWN_IDS_MAX + 1}`]);
  await app.state.bulkDelete(['session', 'told']);
  await recordShown(app, 'thread:u_9001', 'late', NOW);
  expect(await app.state.get('told')).toBeUndefined();
});

test('a covered conversation stays covered', async () => {
  const { push, chat, all } = await device();
  await arrive(chat);
  await chat.threads.update(9001, { lastFacts: { kind: 'covered' } });
  await push(payload('message'));
  expect(all[0]?.body).toBe('Sensitive message');
});

test('the icon counts unread conversations, and none of another account', async () => {
  const { push, badges } = await device();
  await push(payload('message', { b: 3 }));
  await push(payload('message', { i: 'id2', b: 0 }));
  await push(payload('message', { i: 'id3', a: 'stranger', b: 9 }));
  expect(badges).toEqual([3, 0]);
});

test('a notification is closed when its message was read elsewhere', async () => {
  const { push, shown } = await device({ settings: { noticeShows: 'name' } });
  await push(payload('message'));
  await push(payload('payment', { gone: ['u_9001'] }));
  expect(shown.map(({ options }) => options.tag)).toEqual(['pay:order1']);
});

test.each<[string, World, Partial<PushPayload>]>([
  ['another account', {}, { a: 'AAAAAAAA' }],
  ['no user is signed in', { signedIn: false }, {}],
])('%s: the notification shows no name, closes by itself, and no other follows', async (_title, world, change) => {
  const { push, shown, all, unsubscribe, brief } = await device(world);
  await push(payload('message', change));
  expect(all.map(({ title, body, options }) => [title, body, options.silent])).toEqual([
    ['gemcall', 'Sign in to see what is new', true],
  ]);
  expect(shown).toEqual([]);
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(brief).not.toHaveBeenCalled();
});

test.each<[string, unknown]>([
  ['no payload', undefined],
  ['another version', { ...payload('message'), v: 2 }],
  ['late', payload('message', { x: NOW - 1 })],
])('%s: a generic notification is shown silently', async (_title, data) => {
  const { push, all } = await device();
  await push(data);
  expect(all.map(({ title, body, options }) => [title, body, options.silent])).toEqual([
    ['gemcall', 'There is something new', true],
  ]);
  expect(pathOfNotice(all[0]?.options.data)).toBe('/message');
});

test('a message of a muted conversation shows no name and is closed, and a missed call is shown', async () => {
  const { push, shown, all } = await device({ settings: { conversations: { u_9001: { muted: true } } } });
  await push(payload('message', { t: 'u_9001' }));
  expect([all.map(({ body }) => body), shown]).toEqual([['There is something new'], []]);
  await push(payload('missed', { t: 'u_9001' }));
  expect(all).toHaveLength(2);
  expect(shown).toHaveLength(1);
});

test('an event of a disabled kind shows no name, and is closed', async () => {
  for (const settings of [{ allowNotifications: false }, { mutedNotices: ['message'] as const }]) {
    const { push, shown, all } = await device({ settings });
    await push(payload('message'));
    expect(all.map(({ body }) => body)).toEqual(['There is something new']);
    expect(shown).toEqual([]);
  }
});

test('a notification that the user asked for is shown although its kind is muted, unless all are off', async () => {
  const asked = payload('online', { r: 1 });
  const { push, all } = await device({ settings: { mutedNotices: ['online'] } });
  await push(asked);
  expect(all.map(({ title, body }) => [title, body])).toEqual([['Maya', 'Is online now']]);
  const off = await device({ settings: { allowNotifications: false } });
  await off.push(asked);
  expect(off.all.map(({ body }) => body)).toEqual(['There is something new']);
});

test('a notification about several friend requests has no actions', async () => {
  const { push, all } = await device();
  await push(payload('friend', { n: 3 }));
  expect([all[0]?.title, all[0]?.body, all[0]?.options.actions]).toEqual(['gemcall', 'Friend requests: 3', []]);
});

test('a notification uses the language of the device, and its text direction', async () => {
  const { push, all } = await device({ language: 'he', settings: { noticeShows: 'name' } });
  await push(payload('message'));
  expect(all[0]?.options).toMatchObject({ lang: 'he', dir: 'rtl' });
  expect(all[0]?.body).toBe(words['he'].newMessage);
});
