import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import { createAccount } from '../../../../worker/account/account.ts';
import { createAccountCommands } from '../../../../worker/account/commands.ts';
import { createLeave } from '../../../../worker/account/leave.ts';
import { createProfileCommands } from '../../../../worker/account/profile.ts';
import { refreshAccount } from '../../../../worker/account/refresh.ts';
import { claimConversations, wipe } from '../../../../worker/account/wipe.ts';
import { expire, readSession } from '../../../../worker/base/session-row.ts';
import { createChatCommands } from '../../../../worker/chat/commands.ts';
import { type AppRow, type MessageRow, openChatDb, type SessionRow } from '../../../../worker/db/schema.ts';
import { newThread } from '../../../../worker/db/writes/thread.ts';
import { createDiscovery } from '../../../../worker/discovery/discovery.ts';
import { createCards } from '../../../../worker/people/cards.ts';
import { createPeopleCommands } from '../../../../worker/people/commands.ts';
import { storePresence } from '../../../../worker/people/store.ts';
import { refreshBalance } from '../../../../worker/wallet/balance.ts';
import { session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';
import { fakeClock, fakeTabs, idsFrom } from '../support/ports.ts';

// The address of the page is read when the module is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { host: 'gem.test' } }));

const deleted: string[] = [];
beforeEach(() => {
  deleted.length = 0;
  vi.stubGlobal('caches', {
    keys: async () => ['workbox-precache-v2-x', 'pictures', 'whatever-comes-next'],
    delete: async (name: string) => deleted.push(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const other: SessionRow = {
  ...session,
  uid: 777,
  jid: 'u_777@chat.example',
  vcToken: 'a-token-of-somebody-else-altogether',
};

async function device() {
  const databases = await signedIn();
  const chat = openChatDb();
  return { ...databases, chat, all: [databases.app, chat, databases.notice] };
}

/** Everything in every table, by database and table; of `state` the keys. */
async function leftIn(databases: Awaited<ReturnType<typeof device>>['all']) {
  const left: Record<string, unknown[]> = {};
  for (const db of databases)
    for (const table of db.tables) {
      const rows = await table.toArray();
      if (rows.length > 0)
        left[`${db.name}/${table.name}`] = table.name === 'state' ? rows.map(({ key }) => key) : rows;
    }
  return left;
}

test("a wipe keeps the device's own data and calls that the server must still get, and deletes everything else", async () => {
  const { app, chat, notice, epoch, all } = await device();
  for (const db of all)
    for (const table of db.tables.filter(({ name }) => name !== 'state' && name !== 'apiQueue')) {
      const { keyPath = 'id' } = table.schema.primKey;
      await table.put({ [String(keyPath)]: table.schema.primKey.auto ? undefined : 1, jid: 'x', mid: 'x', tid: 'x' });
    }
  const keys = [
    'device',
    'config',
    'connection',
    'build',
    'undone',
    'profile',
    'push',
    'ring',
    'intent',
    'told',
    'of-a-later-build',
  ];
  await app.state.bulkPut(keys.map((key) => ({ key }) as AppRow));
  await wipe({ app, chat, notice, epoch }, session);
  const { 'app/state': state, 'app/apiQueue': queue, ...rest } = await leftIn(all);
  expect(rest).toEqual({});
  expect(state?.toSorted()).toEqual(['build', 'config', 'connection', 'device']);
  expect(queue).toMatchObject([{ endpoint: 'logout', uid: session.uid, vcToken: session.vcToken }]);
  expect(deleted).toEqual(['pictures', 'whatever-comes-next']);
});

test.each([
  ['no user', 0],
  ['a user', 1],
] as const)('a core that leads while %s is signed in keeps %d of the existing rows', async (who, kept) => {
  const { app, chat, notice, epoch, accepted, guard } = await device();
  await chat.users.clear();
  await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
  if (who === 'no user') await app.state.bulkDelete(['session', 'owner']);
  const account = createAccount({
    app,
    chat,
    notice,
    epoch,
    accepted,
    guard,
    api: serverOf({}).api,
    queue: { kick() {}, discard: async () => false, stop() {} },
    session: () => readSession(app),
    track() {},
    onSignedIn: async () => {},
    onSigningOut: async () => {},
  });
  await account.onLead?.();
  expect(await chat.users.count()).toBe(kept);
  expect(account.queuedCalls?.logout).toEqual({ isShown: false });
});

function commandsOf(
  { app, chat, notice, epoch, accepted, guard }: Awaited<ReturnType<typeof device>>,
  enters: SessionRow,
) {
  const log: string[] = [];
  const { uid: id, jid, role, vcToken, nickName, services } = enters;
  const { api } = serverOf({
    userPwdLogin: () => ({ userInfo: { id, jid, role, vcToken, nickName }, componentInfo: services }),
    login: () => ({ userInfo: { id, jid, role, vcToken, nickName }, componentInfo: services }),
  });
  const commands = createAccountCommands({
    app,
    chat,
    notice,
    epoch,
    accepted,
    guard,
    api,
    queue: { kick: () => log.push('kick'), discard: async () => false, stop() {} },
    session: () => readSession(app),
    track() {},
    onSignedIn: async (row) => void log.push(`in ${row.uid}`),
    onSigningOut: async () => void log.push(`out ${(await readSession(app))?.uid}`),
  });
  return { commands, log };
}

test('signing in as another user ends the operations of the previous user, revokes the token, and sends the waiting calls', async () => {
  const here = await device();
  const { app, chat } = here;
  const { commands, log } = commandsOf(here, other);
  await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
  const change = { endpoint: 'changeRelation', data: { targetUid: 9001, action: 'block' }, queuedAt: 0 };
  // Queued before the last login, under a token that no longer exists.
  await app.apiQueue.add({ ...change, operationId: 'a', uid: session.uid, jid: session.jid, role: 2, vcToken: 'old' });
  expect(await commands.signIn({ way: 'password', uid: 777, passwd: 'x' })).toEqual(ok({ uid: 777 }));
  expect(log).toEqual([`out ${session.uid}`, 'in 777']);
  expect(await readSession(app)).toEqual(other);
  expect(await chat.users.count()).toBe(0);
  const { uid, vcToken } = session;
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'changeRelation', uid, vcToken },
    { endpoint: 'logout', uid, vcToken },
  ]);
});

/** Leaves a draft to 9001, and unsent messages to 9001 and 9002. */
async function writeUnsent({ app, chat }: Awaited<ReturnType<typeof device>>): Promise<void> {
  for (const [at, [to, body]] of [
    [9001, 'first'],
    [9002, 'other'],
    [9001, 'second'],
  ].entries()) {
    const [tid, mid] = [`u_${to}`, `u_1/${at}`];
    const row = { mid, tid, date: at, out: true, state: 'sending', payload: { kind: 'text', body } };
    await chat.messages.put(row as unknown as MessageRow);
    await chat.outbox.add({ kind: 'message', about: mid, tid } as never);
    const peer = { uid: Number(to), local: tid, bare: `${tid}@chat.example`, nickName: 'Maya' };
    await chat.threads.put({ ...newThread(peer, session.jid), lastDate: 5, unread: 2 });
  }
  await app.drafts.bulkPut([
    { tid: 'u_9001', text: 'a draft', replyTo: 'x' },
    { tid: 'u_9003', text: ' ' },
  ]);
}

test('a guest whose account is gone keeps unsent texts as drafts', async () => {
  const here = await device();
  await here.app.state.put({ ...session, isGuest: true });
  await expire(here.app, session.vcToken);
  await writeUnsent(here);
  const { commands, log } = commandsOf(here, other);
  expect(await commands.signIn({ way: 'guest' })).toEqual(ok({ uid: 777 }));
  expect(log).toEqual([`out ${session.uid}`, 'in 777']);
  expect(await here.app.drafts.toArray()).toEqual([
    { tid: 'u_9001', text: 'first\nsecond\na draft' },
    { tid: 'u_9002', text: 'other' },
  ]);
  expect(await here.chat.threads.toArray()).toMatchObject([
    { id: 9001, mainJid: other.jid, linkedUser: { nickName: 'Maya' }, lastDate: 5, unread: 0 },
    { id: 9002, mainJid: other.jid },
  ]);
  expect([await here.chat.messages.count(), await here.chat.outbox.count()]).toEqual([0, 0]);
  expect(await readSession(here.app)).toMatchObject({ uid: 777, isGuest: true });
});

test.each([
  ['a user with a password', 'a guest', false, 'guest'],
  ['a guest', 'a user with a password', true, 'password'],
] as const)('no text of %s is shown to %s who signs in on the same device', async (_from, _to, wasGuest, way) => {
  const here = await device();
  if (wasGuest) await here.app.state.put({ ...session, isGuest: true });
  await writeUnsent(here);
  const { commands } = commandsOf(here, other);
  await commands.signIn(way === 'guest' ? { way } : { way, uid: 777, passwd: 'x' });
  expect([await here.app.drafts.count(), await here.chat.threads.count()]).toEqual([0, 0]);
});

test('signing in again as the same user keeps everything, and revokes nothing here', async () => {
  const here = await device();
  const { app, chat } = here;
  await expire(app, session.vcToken);
  await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
  const { commands, log } = commandsOf(here, { ...session, vcToken: 'the-next-token-of-the-same-account' });
  await commands.signIn({ way: 'password', uid: session.uid, passwd: 'x' });
  expect(log).toEqual([`in ${session.uid}`]);
  expect(await readSession(app)).toMatchObject({ status: 'active', vcToken: 'the-next-token-of-the-same-account' });
  expect([await chat.users.count(), await app.apiQueue.count()]).toEqual([1, 0]);
});

test.each([
  ['deleted', 'another user', other],
  ['kept', 'the same user', session],
])('conversations of an account whose sign-out did not complete are %s when %s signs in', async (_what, _who, next) => {
  const here = await device();
  const { app, chat } = here;
  const { commands } = commandsOf(here, session);
  await commands.signIn({ way: 'password', uid: session.uid, passwd: 'x' });
  await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
  await chat.sync.put({ key: 'archive', newest: 'b', oldest: 'a', complete: true, settled: true });
  // The core ended between the databases, and the next one begins without an account.
  await app.state.bulkDelete(['session', 'owner']);
  here.guard.end();
  const { commands: later } = commandsOf(here, next);
  await later.signIn({ way: 'password', uid: next.uid, passwd: 'x' });
  const isKept = next === session;
  expect([await chat.users.count(), (await chat.sync.get('archive')) !== undefined]).toEqual([isKept ? 1 : 0, isKept]);
});

test.each(['before', 'while'] as const)(
  'a core that outlives its account deletes nothing of a user who signs in with another core %s it notices',
  async (order) => {
    const { app, chat, notice, epoch, guard, all } = await device();
    const signInElsewhere = async () => {
      await claimConversations({ chat, notice }, other.uid);
      await app.state.put(other);
      await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
    };
    await app.state.clear();
    if (order === 'before') await signInElsewhere();
    const leaving = createLeave({
      app,
      chat,
      notice,
      epoch,
      guard,
      api: serverOf({}).api,
      onSigningOut: async () => void (order === 'while' && (await signInElsewhere())),
    });
    const isCurrent = epoch.guard();
    await leaving.leaveIfGone();
    expect([guard.current(), isCurrent()]).toEqual([undefined, false]);
    expect(await leftIn(all)).toMatchObject({
      'app/state': ['session'],
      'chat/users': [{ uid: 9001 }],
      'chat/sync': [{ uid: other.uid }],
    });
  },
);

test('a core whose account is gone deletes what it has stored since', async () => {
  const { app, chat, notice, epoch, guard, all } = await device();
  await claimConversations({ chat, notice }, session.uid);
  await app.state.bulkDelete(['session', 'owner']);
  await chat.users.put({ uid: 9001, jid: 'x', nickName: 'Maya', avatarUrl: '' });
  await createLeave({
    app,
    chat,
    notice,
    epoch,
    guard,
    api: serverOf({}).api,
    onSigningOut: async () => undefined,
  }).leaveIfGone();
  expect(await leftIn(all)).toEqual({});
});

/** Operations that wait for a response and then write. Each `write` starts before the sign-out and ends after it. */
const LATE: readonly [string, (here: Here) => Promise<unknown>][] = [
  ['a list', ({ discovery }) => discovery.refreshList('hot:', false)],
  ['the silver list', ({ discovery }) => discovery.refreshList('silver', false)],
  ['a card', ({ cards }) => cards.refresh(9001)],
  [
    'presence',
    ({ notice, epoch, gate }) => {
      const still = epoch.guard();
      return gate.then(() => storePresence(notice, [[9001, 'online']], 1, still));
    },
  ],
  ['the account', ({ app, api, accepted }) => refreshAccount(app, api, accepted)],
  ['the balance', ({ app, api }) => refreshBalance(app, api)],
  ['a refused token', ({ app, gate }) => gate.then(() => expire(app, session.vcToken))],
  ['a block', ({ people }) => people.changeRelation(9001, 'block')],
  ['a card passed over', ({ discovery }) => discovery.skipPerson(9001, true)],
  ['the own profile', ({ profile }) => profile.updateProfile({ nickName: 'Late' })],
  ['a setting', ({ profile }) => profile.changeSettings({ readReceipt: false })],
  ['a conversation', ({ talk }) => talk.openThread(9001, 'Maya')],
  ['a draft', ({ talk }) => talk.saveDraft('u_9001', 'half a', '', null)],
];
type Here = Awaited<ReturnType<typeof busy>>;

/** A user whose server and database respond only after `open`, when the user has already signed out. */
async function busy() {
  const databases = await device();
  const { app, chat, notice, epoch, accepted } = databases;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const after = <T>(value: T) => gate.then(() => value);
  const { api } = serverOf({
    hotAnchors: () => after({ anchors: [host(9001, { liked: true })], nextCursor: '' }),
    clubAnchors: () => after({ status: 1, clubAnchorItem: [host(9001, { liked: true })], nextCursor: '' }),
    contactPopup: () => after({ anchor: host(9001), likes: 1, friends: 1, favourites: 1, gifts: [], blurs: {} }),
    friendsRelative: () => after({ relations: [], counts: {} }),
    account: () => after({ gemsBalance: 5, paid: false, silverBalance: 0, silverSpent: 0 }),
    profile: () => after({ nickName: 'Late', settings: {} }),
    combineInfo: () => after(fail({ code: 'offline' }).error),
  });
  const read = () => readSession(app);
  const queue = { kick() {} };
  const now = Date.now;
  const { commands: discovery } = createDiscovery({ app, notice, epoch, accepted, api, session: read, now });
  const ask = async () => undefined;
  const stream = { ask, currentStream: () => undefined, waitForStream: async () => false };
  const cards = createCards({ app, notice, epoch, accepted, api, session: read, ...stream, now });
  const people = createPeopleCommands({
    app,
    chat,
    api,
    queue,
    session: read,
    cards,
    showPeople() {},
    onProfile() {},
  });
  const profile = createProfileCommands({ app, chat, queue, session: read });
  const talk = createChatCommands({
    chat,
    app,
    epoch,
    session: read,
    clock: fakeClock().clock,
    tabs: fakeTabs('tab').tabs,
    handOver() {},
    client: { os: 'android', pkgName: 'app' } as const,
    newId: idsFrom('m'),
  });
  return { ...databases, api, discovery, cards, people, profile, talk, gate, open };
}

test.each(LATE)(
  '%s that arrives after a sign-out is not stored, whichever user signs in next',
  async (_title, write) => {
    for (const next of [undefined, other]) {
      const here = await busy();
      const writing = write(here);
      await wipe(here, session);
      if (next) await here.app.state.put(next);
      const before = await leftIn(here.all);
      here.open();
      await writing;
      expect(await leftIn(here.all)).toEqual(before);
    }
  },
);

test('a refused token does not end the session of a newer login', async () => {
  const { app } = await device();
  await expire(app, 'the-token-before');
  expect((await readSession(app))?.status).toBe('active');
  await expire(app, session.vcToken);
  expect((await readSession(app))?.status).toBe('expired');
});
