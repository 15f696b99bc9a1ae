import { expect, test, vi } from 'vitest';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { NOTIFY_LOCK } from '#contract/notices/shown.ts';
import { createTranslate } from '#contract/notices/texts.ts';
import { INTENT_MAX_AGE_MS } from '#contract/push/rules.ts';
import { writePushToken } from '#contract/push/token.ts';
import english from '../../../../src/i18n/locales/en/push.json' with { type: 'json' };
import { createAway } from '../../../../worker/push/part.ts';
import { storePushChange } from '../../../../worker/push/save-push.ts';
import { createTaps } from '../../../../worker/push/taps.ts';
import type { AwayWorld } from '../../../../worker/push/world.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';
import { fakeLocks } from '../support/locks.ts';

const say = createTranslate(english, String);

async function tapped(action: string, about: object, reply?: string) {
  const [app, chat] = [freshApp(), freshChat()];
  await app.state.put(session);
  const opened: NoticeTarget[] = [];
  const shown: { title: string; body: string }[] = [];
  const syncs: string[] = [];
  const actions = {
    reply: vi.fn(async (_tid: string, words: string) => (words === 'offline' ? ('waits' as const) : ('sent' as const))),
    markRead: vi.fn(async () => {}),
    answerRequest: vi.fn(async () => {}),
    refuseRing: vi.fn(async () => {}),
    flush: async () => true,
  };
  const locks = fakeLocks();
  const world = {
    app,
    chat,
    words: { en: english },
    languages: ['en-US'],
    now: Date.now,
    pause: async () => {},
    locks,
    registration: {
      showNotification: async (title: string, { body }: { body: string }) => void shown.push({ title, body }),
      async getNotifications() {
        expect(locks.isHeld(NOTIFY_LOCK)).toBe(true);
        return [];
      },
      sync: { register: async (tag: string) => void syncs.push(tag) },
    },
  } as unknown as AwayWorld;
  const { onTap } = createTaps({ world, actions, open: async (target) => void opened.push(target) });
  const data = { route: 'thread', tid: 'u_9001', ids: ['id1'], kind: 'message', about };
  await onTap({ tag: 'thread:u_9001', data, action, reply });
  return { opened, shown, syncs, actions, intent: await app.state.get('intent') };
}

const ABOUT = { tid: 'u_9001', uid: 9001, sid: 'sid1' };

test('a reply is sent, and its notification shows the result', async () => {
  const sent = await tapped('reply', ABOUT, 'On my way');
  expect(sent.actions.reply).toHaveBeenCalledWith('u_9001', 'On my way');
  expect(sent.shown.map(({ body }) => body)).toEqual([say('sent')]);
  expect(sent.opened).toEqual([]);
  const waits = await tapped('reply', ABOUT, 'offline');
  expect(waits.shown.map(({ body }) => body)).toEqual([say('waitsForLine')]);
  expect(waits.syncs).toEqual(['outbox']);
});

test('reply opens the conversation when the platform has no text field', async () => {
  for (const words of [undefined, '', '  ']) {
    const { opened, actions } = await tapped('reply', ABOUT, words);
    expect(opened).toMatchObject([{ route: 'thread', tid: 'u_9001' }]);
    expect(actions.reply).not.toHaveBeenCalled();
  }
});

test.each([
  ['markRead', 'markRead', ['u_9001']],
  ['accept', 'answerRequest', [9001, 'accept']],
  ['refuse', 'answerRequest', [9001, 'refuse']],
  ['decline', 'refuseRing', [ABOUT, 'decline']],
  ['busy', 'refuseRing', [ABOUT, 'busy']],
] as const)('the action %s opens no page', async (action, method, given) => {
  const { actions, opened } = await tapped(action, ABOUT);
  expect(actions[method]).toHaveBeenCalledWith(...given);
  expect(opened).toEqual([]);
});

test('answering and calling back are stored for the page that opens, because its address alone does neither', async () => {
  const answered = await tapped('answer', ABOUT);
  expect(answered.intent).toMatchObject({ act: 'answer', sid: 'sid1' });
  const dialled = await tapped('callBack', ABOUT);
  expect(dialled.intent).toMatchObject({ act: 'dial', uid: 9001 });
  expect(dialled.opened).toEqual([{ route: 'dial', uid: 9001 }]);
});

test.each(['', 'callBack', 'answer', 'accept', 'write', 'receipt', 'unheard of'])(
  'the action %s without a peer only opens the notification target',
  async (action) => {
    const { opened, intent } = await tapped(action, {});
    expect(opened).toMatchObject([{ route: 'thread', tid: 'u_9001' }]);
    expect(intent).toBeUndefined();
  },
);

const options = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: 'p'.repeat(87),
  auth: 'a'.repeat(22),
  swScope: 'https://gem.test/',
  vapidKey: 'B'.repeat(87),
};
const token = writePushToken(options);

/** The push module of a core that leads. */
async function core() {
  const app = freshApp();
  await app.state.put(session);
  const [decline, sayBusy, kick] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn()];
  return { app, decline, sayBusy, kick, part: createAway({ app, queue: { kick }, decline, sayBusy }) };
}

test('the push record and the queued server call are written together, or not at all', async () => {
  const { app, part, kick } = await core();
  const uploads = async () => (await app.apiQueue.toArray()).map(({ endpoint, data }) => [endpoint, data]);
  await part.commands.keepPush({ state: 'pending' });
  expect(await uploads()).toEqual([]);
  await part.commands.keepPush({ state: 'kept', token, isUpdate: false });
  expect(await app.state.get('push')).toMatchObject({ state: 'kept', token, options });
  expect(await uploads()).toEqual([['fcmToken', { fcmToken: token, isUpdate: false }]]);
  await part.commands.keepPush({ state: 'none' });
  await part.commands.keepPush({ state: 'none' });
  expect(await app.state.get('push')).toBeUndefined();
  expect((await uploads()).at(-1)).toEqual(['fcmToken', { fcmToken: '', isUpdate: true }]);
  expect(await uploads()).toHaveLength(2);
  expect(kick).toHaveBeenCalled();
  expect(await part.commands.keepPush({ state: 'kept', token: 'gc1.x', isUpdate: false })).toMatchObject({ ok: false });
  expect(await app.state.get('push')).toBeUndefined();
  await app.state.delete('session');
  expect(await storePushChange(app, { state: 'kept', token, isUpdate: false }, 1)).toMatchObject({ ok: false });
  expect(await app.state.get('push')).toBeUndefined();
});

test('the decision of a tap is executed once, and only for a short time', async () => {
  const { app, part } = await core();
  const note = (act: object, age = 0) =>
    app.state.put({ key: 'intent', id: 'i', at: Date.now() - age, ...act } as never);
  await note({ act: 'dial', uid: 9001 });
  expect(await part.commands.takeIntent()).toEqual({ ok: true, value: { act: 'dial', uid: 9001 } });
  expect(await part.commands.takeIntent()).toEqual({ ok: true, value: null });
  await note({ act: 'answer', sid: 'sid1' }, INTENT_MAX_AGE_MS + 1);
  expect(await part.commands.takeIntent()).toEqual({ ok: true, value: null });
  expect(await app.state.get('intent')).toBeUndefined();
});

test('a call declined on its notification is declined by the ringing core, and no page shows it', async () => {
  const { app, part, decline, sayBusy } = await core();
  await app.state.put({ key: 'intent', id: 'i', at: Date.now(), act: 'decline', sid: 'sid1' });
  expect(await part.commands.takeIntent()).toEqual({ ok: true, value: null });
  await part.onKick();
  await part.onKick();
  expect(decline.mock.calls).toEqual([['sid1']]);
  await app.state.put({ key: 'intent', id: 'i', at: Date.now(), act: 'busy', sid: 'wish1' });
  await part.onKick();
  expect(sayBusy).toHaveBeenCalledOnce();
});
