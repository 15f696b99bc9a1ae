import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { createAccount } from '../../../../worker/account/account.ts';
import type { Api, CallOptions } from '../../../../worker/api/client.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue, queuePart } from '../../../../worker/api/queue.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { openChatDb } from '../../../../worker/db/schema.ts';
import { createPeople } from '../../../../worker/people/people.ts';
import { session } from '../support/databases.ts';
import { signedIn } from '../support/people.ts';
import { fakeTabs } from '../support/ports.ts';

// The address of the page is read when the module is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { host: 'gem.test' } }));

const PROFILE = {
  key: 'profile' as const,
  nickName: 'Ada',
  avatarUrl: '',
  about: 'hello',
  gender: '' as const,
  bDay: '',
  country: 'FR',
  lang: 'fr',
  tel: '',
  email: '',
  address: '',
  albums: [],
  videos: [],
};

type Answer = (endpoint: string, data: unknown) => 'fine' | AppError | Promise<'fine' | AppError>;

/** A device whose changes get the given server responses. Offline by default. */
async function device(answer: Answer = () => ({ code: 'offline' })) {
  const { app, notice, epoch, accepted, guard } = await signedIn();
  const chat = openChatDb();
  await app.state.bulkPut([PROFILE, { key: 'settings', ...DEFAULT_SETTINGS }]);
  await app.state.put({ key: 'counts', friends: 0, likes: 0, likedMe: 0, favourites: 0, requests: 0 });
  await app.lists.bulkPut([
    { name: 'likes', uids: [9002], nextCursor: '', fetchedAt: 1 },
    { name: 'favourites', uids: [], nextCursor: '', fetchedAt: 1 },
  ]);
  const taken: string[] = [];
  let mayRetry = () => true;
  const call = async (endpoint: string, data: unknown, options: CallOptions = {}) => {
    mayRetry = options.mayRetry ?? mayRetry;
    // Reads fail too.
    const said = options.operationId === undefined ? { code: 'offline' as const } : await answer(endpoint, data);
    if (said !== 'fine') return fail(said);
    taken.push(`${endpoint} ${JSON.stringify(data)}`);
    return ok({});
  };
  const api = { call, cancelAll() {} } as unknown as Api;
  const outcomes = createOutcomes(app);
  const queue = createApiQueue({ app, api, outcomes });
  const common = { app, chat, notice, epoch, accepted, guard, api, session: () => readSession(app) };
  // Changes are queued, and the test triggers the queue.
  const quiet = { ...queue, kick() {} };
  const account = createAccount({
    ...common,
    queue: quiet,
    track() {},
    onSignedIn: async () => {},
    onSigningOut: async () => {},
  });
  const people = createPeople({
    ...common,
    queue: quiet,
    tabs: fakeTabs().tabs,
    refreshList: async () => undefined,
    onOwnProfile() {},
    now: () => 1,
  });
  for (const { queuedCalls } of [account, people]) if (queuedCalls) outcomes.register(queuedCalls);
  const { discardChange } = queuePart(queue).commands;
  const waiting = () => app.apiQueue.orderBy('id').toArray();
  /** Takes back the waiting change at this place, counted from the oldest. */
  const takeBack = async (index: number) => discardChange((await waiting())[index]?.operationId ?? 'none');
  const isTriedAgain = () => mayRetry();
  return {
    app,
    chat,
    taken,
    queue,
    waiting,
    takeBack,
    discardChange,
    isTriedAgain,
    ...account.commands,
    ...people.commands,
  };
}
type Device = Awaited<ReturnType<typeof device>>;
const profileOf = async ({ app }: Device) => app.state.get('profile');
const listOf = async ({ app }: Device, name: 'likes' | 'favourites') => (await app.lists.get(name))?.uids;
const sentLater = async ({ waiting }: Device) => (await waiting()).map(({ data }) => data);

test('a new name that is taken back offline is replaced by the old name everywhere', async () => {
  const on = await device();
  await on.updateProfile({ nickName: 'Grace', about: 'new here' });
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await profileOf(on)).toEqual(PROFILE);
  expect(await readSession(on.app)).toEqual(session);
  expect(await on.waiting()).toEqual([]);
  // The user who took the change back gets no message about it.
  expect(await on.app.state.get('undone')).toBeUndefined();
});

test('only the taken back change disappears, and earlier and later ones are kept, shown and sent', async () => {
  const on = await device();
  await on.updateProfile({ about: 'first' });
  await on.updateProfile({ about: 'second', country: 'DE' });
  await on.updateProfile({ about: 'third' });
  expect(await on.takeBack(1)).toEqual(ok(null));
  expect(await profileOf(on)).toMatchObject({ about: 'third', country: 'FR' });
  expect(await sentLater(on)).toEqual([{ about: 'first' }, { about: 'third' }]);
  // Taking this change back restores the value from before the removed one.
  expect(await on.takeBack(1)).toEqual(ok(null));
  expect(await profileOf(on)).toMatchObject({ about: 'first' });
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await profileOf(on)).toEqual(PROFILE);
});

test('a switch goes back, and the other switches stay as they were set', async () => {
  const on = await device();
  await on.changeSettings({ lastSeen: false });
  await on.changeSettings({ readReceipt: false, lastSeen: true });
  await on.updateProfile({ about: 'mine' });
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await on.app.state.get('settings')).toMatchObject({ lastSeen: true, readReceipt: false });
  expect(await profileOf(on)).toMatchObject({ about: 'mine' });
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await on.app.state.get('settings')).toEqual({ key: 'settings', ...DEFAULT_SETTINGS });
});

test('a conversation goes back to what was chosen before, and another conversation stays as it was set', async () => {
  const on = await device();
  await on.changeConversation('u_9001', { muted: true });
  await on.changeConversation('u_9002', { pinned: true });
  await on.changeConversation('u_9001', { archived: true });
  const choices = async () => Object((await on.app.state.get('settings')) ?? {}).conversations;
  const archived = { muted: true, archivedAt: 0 };
  expect(await choices()).toEqual({ u_9001: archived, u_9002: { pinned: true } });
  expect(await on.takeBack(0)).toEqual(ok(null));
  // A later change of the same conversation contains the whole choice.
  expect(await choices()).toEqual({ u_9001: archived, u_9002: { pinned: true } });
  expect(await on.takeBack(1)).toEqual(ok(null));
  expect(await choices()).toEqual({ u_9002: { pinned: true } });
  expect(await sentLater(on)).toEqual([{ settings: { conversations: { u_9002: { pinned: true } } } }]);
});

test('a conversation is archived up to its newest incoming message', async () => {
  const on = await device();
  await on.chat.threads.put({ id: 9001, tid: 'u_9001', lastIncoming: 70 } as never);
  await on.changeConversation('u_9001', { archived: true });
  expect(await on.app.state.get('settings')).toMatchObject({ conversations: { u_9001: { archivedAt: 70 } } });
  await on.chat.threads.update(9001, { lastIncoming: 71 });
  // It is in the list again, and pinning it does not archive it.
  await on.changeConversation('u_9001', { pinned: true });
  const choice = async () => Object(await on.app.state.get('settings')).conversations.u_9001;
  expect(await choice()).toEqual({ pinned: true });
  // A muted one stays in the archive, and unmuting it after a message takes it out.
  await on.changeConversation('u_9001', { muted: true, archived: true });
  await on.chat.threads.update(9001, { lastIncoming: 72 });
  await on.changeConversation('u_9001', { pinned: false });
  expect(await choice()).toEqual({ muted: true, archivedAt: 71 });
  await on.changeConversation('u_9001', { muted: false });
  expect(await choice()).toBeUndefined();
});

test('a like is removed from the list, a later favourite stays, and other users are unchanged', async () => {
  const on = await device();
  await on.changeRelation(9001, 'like');
  await on.changeFavourite(9001, true);
  await on.changeRelation(9002, 'request');
  expect([await listOf(on, 'likes'), await listOf(on, 'favourites')]).toEqual([[9001, 9002], [9001]]);
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await on.app.relations.get(9001)).toEqual({ uid: 9001, ...NO_RELATION, favourite: true });
  expect([await listOf(on, 'likes'), await listOf(on, 'favourites')]).toEqual([[9002], [9001]]);
  expect(await on.app.state.get('counts')).toMatchObject({ likes: 0, favourites: 1 });
  expect(await on.app.relations.get(9002)).toMatchObject({ requested: true });
  expect(await sentLater(on)).toEqual([
    { targetUid: 9001, favourite: true },
    { targetUid: 9002, action: 'request' },
  ]);
});

test('a block that is taken back restores the friend', async () => {
  const on = await device();
  const friend = { uid: 9001, ...NO_RELATION, friend: true, liked: true };
  await on.app.relations.put(friend);
  await on.changeRelation(9001, 'block');
  await on.changeRelation(9001, 'unblock');
  expect(await on.takeBack(0)).toEqual(ok(null));
  expect(await on.app.relations.get(9001)).toEqual(friend);
});

test('a refused change is undone even while another change waits, and the page shows an error', async () => {
  const on = await device((_endpoint, data) =>
    (data as { about?: string }).about === 'no' ? { code: 'forbidden' } : { code: 'offline' },
  );
  await on.updateProfile({ about: 'no' });
  await on.updateProfile({ country: 'DE' });
  const [refused] = await on.waiting();
  on.queue.kick();
  await vi.waitFor(async () => expect(await on.waiting()).toHaveLength(1));
  await vi.waitFor(async () => expect(await on.app.state.get('undone')).toMatchObject({ id: refused?.operationId }));
  on.queue.stop();
  expect(await profileOf(on)).toMatchObject({ about: 'hello', country: 'DE' });
});

/** A device whose first change is in flight; `answer` triggers the server's response. */
async function onItsWay() {
  let answer: ((said: 'fine' | AppError) => void) | undefined;
  const on = await device(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await on.updateProfile({ about: 'first' });
  await on.updateProfile({ about: 'second' });
  const [first, second] = await on.waiting();
  on.queue.kick();
  await vi.waitFor(() => expect(answer).toBeDefined());
  return {
    on,
    first: first?.operationId ?? '',
    second: second?.operationId ?? '',
    answer: (said: 'fine' | AppError) => answer?.(said),
  };
}

test('a change in flight is not taken back when the server accepts it, and none is taken back twice', async () => {
  const { on, first, second, answer } = await onItsWay();
  const tooLate = on.discardChange(first);
  expect(await on.discardChange(second)).toEqual(ok(null));
  expect(await on.discardChange(second)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  answer('fine');
  expect(await tooLate).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(on.taken).toEqual(['updateProfile {"about":"first"}']);
  expect(await profileOf(on)).toMatchObject({ about: 'first' });
});

test('a change in flight without a response is taken back, and not retried', async () => {
  const { on, first, answer } = await onItsWay();
  const isTakenBack = on.discardChange(first);
  await vi.waitFor(() => expect(on.isTriedAgain()).toBe(false));
  answer({ code: 'timeout' });
  expect(await isTakenBack).toEqual(ok(null));
  expect(await sentLater(on)).toEqual([{ about: 'second' }]);
  on.queue.stop();
});

test('a core that stepped down takes nothing back, because another one may send the change', async () => {
  const { on, first, answer } = await onItsWay();
  const isTakenBack = on.discardChange(first);
  on.queue.stop();
  answer({ code: 'cancelled' });
  expect(await isTakenBack).toMatchObject({ ok: false });
  expect(await sentLater(on)).toEqual([{ about: 'first' }, { about: 'second' }]);
});

test('a change is either sent to the server or taken back, never both, at any moment', async () => {
  for (let turns = 0; turns < 30; turns += 1) {
    const on = await device(() => 'fine');
    await on.updateProfile({ about: 'now' });
    const [row] = await on.waiting();
    on.queue.kick();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const { ok: isTakenBack } = await on.discardChange(row?.operationId ?? '');
    await vi.waitFor(async () => expect(await on.waiting()).toEqual([]));
    if (!isTakenBack) await vi.waitFor(() => expect(on.taken).toHaveLength(1));
    // Another change passes through the queue, so that the first one is settled by then.
    await on.updateProfile({ country: 'DE' });
    on.queue.kick();
    await vi.waitFor(() => expect(on.taken.at(-1)).toContain('DE'));
    expect(on.taken.length, `after ${turns} turns`).toBe(isTakenBack ? 1 : 2);
    expect(await profileOf(on)).toMatchObject({ about: isTakenBack ? 'hello' : 'now' });
    on.queue.stop();
    on.app.close();
  }
});

test('a call without a user action (logout, push address, attribution) cannot be taken back', async () => {
  const on = await device();
  const { uid, jid, role, vcToken } = session;
  for (const endpoint of ['logout', 'fcmToken', 'attribution']) {
    await on.app.apiQueue.add({ operationId: endpoint, endpoint, data: {}, uid, jid, role, vcToken, queuedAt: 0 });
    expect((await on.discardChange(endpoint)).ok).toBe(false);
  }
  expect(await on.waiting()).toHaveLength(3);
});
