import { expect, test } from 'vitest';
import { CHANGE_ATTEMPTS_MAX, LOGOUT_WAITS_MS } from '#contract/api/rules.ts';
import { CORE_AWAITS_RETRY_MS } from '#contract/core-rules.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import { undoProfile } from '../../../../worker/account/undo-profile.ts';
import { queued } from '../../../../worker/api/enqueue.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { hasDueSends, hasUnsentChanges } from '../../../../worker/db/reads/waiting.ts';
import type { ApiQueueRow, AppDb } from '../../../../worker/db/schema.ts';
import { storeRelation } from '../../../../worker/people/store-relation.ts';
import { undoRelation } from '../../../../worker/people/undo-relation.ts';
import { freshApp, freshChat, reopenApp, session } from '../support/databases.ts';
import { queueClock, queueOf, queueServer, type Reaction } from '../support/queue.ts';

const OFTEN = { interval: 2 };
const BROKEN: AppError = { code: 'server-error' };
const AWAY: AppError = { code: 'offline' };

/** A queued change of the signed-in user. */
const change = (operationId: string, endpoint: EndpointName, data: object, over: Partial<ApiQueueRow> = {}) => ({
  ...queued(session, endpoint, data),
  operationId,
  ...over,
});
const profile = (operationId: string, data: object = { about: operationId }) =>
  change(operationId, 'updateProfile', data);

async function signedInApp(): Promise<AppDb> {
  const app = freshApp();
  await app.state.put(session);
  return app;
}
const idsIn = async (app: AppDb) => (await app.apiQueue.toArray()).map(({ operationId }) => operationId);
const until = (app: AppDb, ids: readonly string[]) => expect.poll(() => idsIn(app), OFTEN).toEqual(ids);

/** A change of each kind that can be queued, one of a former account among them, that the server cannot take. */
const POISONED: readonly ApiQueueRow[] = [
  change('bad like', 'changeRelation', { targetUid: 9001, action: 'like' }),
  change('bad unblock', 'changeRelation', { targetUid: 9002, action: 'unblock' }),
  change('bad block', 'changeRelation', { targetUid: 9003, action: 'block' }),
  change('bad favourite', 'changeFavourite', { targetUid: 9004, favourite: true }),
  change('bad friend', 'autoAddFriend', { targetUid: 9005 }),
  change('bad report', 'report', { targetUid: 9006, reason: 'spam', note: '', messages: [] }),
  change('bad profile', 'updateProfile', { about: 'bad' }),
  change('bad settings', 'updateProfile', { settings: { lastSeen: false } }),
  change('bad rating', 'callRating', { sid: 'sid', stars: 5 }),
  change('bad task', 'userTasksCompleted', { taskKey: 'install' }),
  change('bad push', 'fcmToken', { fcmToken: 'x', isUpdate: false }),
  change('bad attribution', 'attribution', {}),
  change('bad logout', 'logout', {}, { uid: 777, vcToken: 'the-token-of-a-former-account' }),
];

test('the poisoned changes are of every kind that can be queued', () => {
  const kinds = Object.entries(endpoints).flatMap(([name, { delivery }]) => (delivery === 'queued' ? name : []));
  // The installed app reports the task `install` through the queue, though the endpoint answers at once.
  expect(new Set(POISONED.map(({ endpoint }) => endpoint))).toEqual(new Set([...kinds, 'userTasksCompleted']));
});

test.each<[string, Reaction]>([
  ['fails at the server', BROKEN],
  ['gets the page of a proxy', AWAY],
  ['is never answered', 'hang'],
  ['is answered that it comes too fast', { code: 'rate-limited', retryAfterMs: 3_600_000 }],
])('a block, a report and a sign-out arrive within 5 s when a change of every kind %s', async (_how, reaction) => {
  const app = await signedInApp();
  const clock = queueClock();
  const server = queueServer((_endpoint, id) => (id.startsWith('bad') ? reaction : 'accept'));
  const queue = queueOf({ app, api: server.api, ...clock.ports });
  await app.apiQueue.bulkAdd([...POISONED]);
  queue.kick();
  // All places are taken before the user acts.
  await expect.poll(() => server.asked.length, OFTEN).toBeGreaterThanOrEqual(3);
  await app.apiQueue.bulkAdd([
    change('block', 'changeRelation', { targetUid: 9100, action: 'block' }),
    change('report', 'report', { targetUid: 9100, reason: 'spam', note: '', messages: [] }),
  ]);
  await app.state.delete('session');
  await app.apiQueue.add(change('bye', 'logout', {}));
  queue.kick();
  await expect.poll(() => server.taken.toSorted(), OFTEN).toEqual(expect.arrayContaining(['block', 'report']));
  expect(clock.now()).toBe(0);
  // A change that is never answered is given this time.
  if (reaction === 'hang') {
    await clock.waitsUntil(LOGOUT_WAITS_MS);
    clock.pass(LOGOUT_WAITS_MS);
  }
  await expect.poll(() => server.taken, OFTEN).toEqual(['block', 'report', 'bye']);
  expect(clock.now()).toBeLessThan(5_000);
  expect(new Set(server.tokens)).toEqual(new Set([session.vcToken]));
  // Without the token, nothing else of the account can be sent. The other account keeps its own.
  await until(app, ['bad logout']);
  queue.stop();
});

test('changes of one target are sent in order, and those of other targets do not wait when one fails', async () => {
  const app = await signedInApp();
  const server = queueServer((_endpoint, id) => (id === 'first' ? BROKEN : 'accept'));
  const queue = queueOf({ app, api: server.api, ...queueClock().ports });
  await app.apiQueue.bulkAdd([
    profile('first'),
    profile('second'),
    profile('settings', { settings: { lastSeen: false } }),
    change('like', 'changeRelation', { targetUid: 9001, action: 'like' }),
  ]);
  queue.kick();
  await until(app, ['first', 'second']);
  for (let turn = 0; turn < 5; turn += 1) queue.kick();
  await expect.poll(() => server.taken.toSorted(), OFTEN).toEqual(['like', 'settings']);
  expect(server.asked.filter((id) => id === 'first')).toHaveLength(1);
  expect(server.asked).not.toContain('second');
});

/** Lets the change `bad` fail, at most `times` times. Resolves to the times of its attempts, in s. */
async function failing(app: AppDb, { api, asked }: ReturnType<typeof queueServer>, times: number) {
  const clock = queueClock();
  const outcomes = createOutcomes(app);
  outcomes.register({ updateProfile: { undo: (row, later) => undoProfile(app, row, later) } });
  const queue = queueOf({ app, api, ...clock.ports }, outcomes);
  const find = () => app.apiQueue.where('operationId').equals('bad').first();
  const at: number[] = [];
  queue.kick();
  for (let attempt = 1; attempt <= times; attempt += 1) {
    await expect.poll(() => asked.filter((id) => id === 'bad').length, OFTEN).toBe(attempt);
    at.push(clock.now() / 1_000);
    const isStored = async () => {
      const row = await find();
      return row === undefined || row.failure?.attempts === attempt;
    };
    await expect.poll(isStored, OFTEN).toBe(true);
    const nextAt = (await find())?.failure?.nextAt ?? 0;
    if (attempt === times) break;
    await clock.waitsUntil(nextAt);
    clock.pass(nextAt - clock.now());
  }
  return { queue, clock, at };
}

test('a change is tried after growing pauses, then stalls and is reported, and is sent when the user asks for it', async () => {
  const app = await signedInApp();
  let reaction: Reaction = BROKEN;
  const server = queueServer(() => reaction);
  await app.apiQueue.add(profile('bad'));
  const { queue, at } = await failing(app, server, CHANGE_ATTEMPTS_MAX);
  expect(at).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915, 1_215]);
  await expect.poll(() => app.state.get('stalled'), OFTEN).toMatchObject({ id: 'bad' });
  expect(await app.apiQueue.toArray()).toMatchObject([{ failure: { isStalled: true, error: BROKEN } }]);
  // Neither an unused core nor a headless session stays for it.
  expect(await hasDueSends({ app, chat: freshChat() }, session.uid)).toBe(false);
  expect(await hasUnsentChanges(app, session.uid)).toBe(false);
  for (const why of [undefined, 'reached'] as const) queue.kick(why);
  reaction = 'accept';
  queue.kick('asked');
  await until(app, []);
  expect(server.asked).toEqual(Array.from({ length: CHANGE_ATTEMPTS_MAX + 1 }, () => 'bad'));
});

test('a stalled change lets later ones of its target go, and is undone when the server accepts one', async () => {
  const app = await signedInApp();
  await app.state.put({ key: 'profile', nickName: 'Ada', about: 'third', country: 'bad' } as never);
  const server = queueServer((_endpoint, id) => (id === 'bad' ? BROKEN : 'accept'));
  await app.apiQueue.bulkAdd([
    { ...profile('bad', { about: 'bad', country: 'bad' }), before: { about: 'old', country: 'FR' } },
    { ...profile('later', { about: 'third' }), before: { about: 'bad' } },
  ]);
  await failing(app, server, CHANGE_ATTEMPTS_MAX);
  await until(app, []);
  expect(server.taken).toEqual(['later']);
  expect(await app.state.get('profile')).toMatchObject({ about: 'third', country: 'FR' });
  await expect.poll(() => app.state.get('undone'), OFTEN).toMatchObject({ id: 'bad', error: BROKEN });
});

test('attempts without an answer count only while the stream is up', async () => {
  for (const [state, counted] of [
    ['connecting', 0],
    ['connected', 3],
  ] as const) {
    const app = await signedInApp();
    await app.state.put({ key: 'connection', state, since: 0, online: true, nextTryAt: 0 });
    await app.apiQueue.add(profile('bad'));
    const server = queueServer(() => AWAY);
    const { queue } = await failing(app, server, 3);
    queue.stop();
    expect(await app.apiQueue.toArray()).toMatchObject([{ failure: { attempts: 3, counted, isStalled: false } }]);
    app.close();
  }
});

test('a logout and other changes that no user made are never given up', async () => {
  for (const endpoint of ['logout', 'fcmToken', 'attribution'] as const) {
    const app = await signedInApp();
    await app.apiQueue.add(change('bad', endpoint, {}));
    const server = queueServer(() => BROKEN);
    const { queue, clock } = await failing(app, server, CHANGE_ATTEMPTS_MAX + 2);
    queue.stop();
    expect(clock.now()).toBe((1_215 + 600) * 1_000);
    expect(await app.apiQueue.toArray()).toMatchObject([{ failure: { isStalled: false } }]);
    app.close();
  }
});

test('a restarted core keeps the pauses, and sends at once what got no answer', async () => {
  const before = await signedInApp();
  const clock = queueClock();
  const failing = queueServer((_endpoint, id) => (id === 'profile' ? BROKEN : AWAY));
  const dying = queueOf({ app: before, api: failing.api, ...clock.ports });
  await before.apiQueue.bulkAdd([profile('profile'), profile('settings', { settings: {} })]);
  dying.kick();
  await expect
    .poll(async () => (await before.apiQueue.toArray()).filter(({ failure }) => failure).length, OFTEN)
    .toBe(2);
  dying.stop();
  before.close();

  const app = reopenApp();
  const server = queueServer(() => 'accept');
  const queue = queueOf({ app, api: server.api, ...clock.ports });
  queue.kick('reached');
  await until(app, ['profile']);
  await clock.waitsUntil(5_000);
  clock.pass(5_000);
  await until(app, []);
  expect(server.taken).toEqual(['settings', 'profile']);
});

test('an unused core stays for a change that is sent again soon, and not for one with a long pause', async () => {
  const [app, chat] = [await signedInApp(), freshChat()];
  const failed = (inMs: number) => ({
    attempts: 1,
    counted: 1,
    failedAt: Date.now(),
    nextAt: Date.now() + inMs,
    error: BROKEN,
    isStalled: false,
  });
  for (const [inMs, waits] of [
    [-1, [true, true]],
    [30_000, [false, true]],
    [200_000, [false, false]],
  ] as const) {
    await app.apiQueue.clear();
    await app.apiQueue.add({ ...profile('a'), failure: failed(inMs) });
    const found = [0, CORE_AWAITS_RETRY_MS].map((withinMs) => hasDueSends({ app, chat }, session.uid, withinMs));
    expect(await Promise.all(found)).toEqual(waits);
  }
  // The logout of an account that is signed out counts too.
  await app.apiQueue.clear();
  await app.apiQueue.add(change('bye', 'logout', {}));
  expect(await hasDueSends({ app, chat }, undefined)).toBe(true);
});

test('a pause ends when the device clock was set back', async () => {
  const app = await signedInApp();
  const failure = {
    attempts: 1,
    counted: 0,
    failedAt: 86_400_000,
    nextAt: 86_405_000,
    error: BROKEN,
    isStalled: false,
  };
  await app.apiQueue.add({ ...profile('a'), failure });
  queueOf({ app, api: queueServer(() => 'accept').api, ...queueClock().ports }).kick();
  await until(app, []);
});

/** Outcomes by which refused and replaced changes of people are undone. */
function peopleOutcomes(app: AppDb) {
  const outcomes = createOutcomes(app);
  const undo = (row: ApiQueueRow, later: readonly ApiQueueRow[]) => undoRelation(app, row, later);
  outcomes.register({ changeRelation: { undo }, changeFavourite: { undo } });
  return outcomes;
}

test('a block replaces the earlier changes of its person, waiting or on their way, and can still be taken back', async () => {
  const app = await signedInApp();
  let reaction: Reaction = 'hang';
  const server = queueServer((endpoint) => (endpoint === 'changeFavourite' ? 'hang' : reaction));
  const queue = queueOf({ app, api: server.api, ...queueClock().ports }, peopleOutcomes(app));
  const store = (relation: Parameters<typeof storeRelation>[2]) => storeRelation(app, () => readSession(app), relation);
  await store({ uid: 9001, endpoint: 'changeFavourite', data: { favourite: true } });
  await store({ uid: 9001, endpoint: 'changeRelation', data: { action: 'like' } });
  queue.kick();
  await expect.poll(() => server.asked.length, OFTEN).toBe(1);
  reaction = BROKEN;
  await store({ uid: 9001, endpoint: 'changeRelation', data: { action: 'block' } });
  queue.kick();
  await expect
    .poll(async () => (await app.apiQueue.toArray()).map(({ data }) => data), OFTEN)
    .toEqual([{ targetUid: 9001, action: 'block' }]);
  await expect.poll(() => server.asked.length, OFTEN).toBe(2);
  expect(await app.relations.get(9001)).toEqual({ uid: 9001, ...NO_RELATION, blocked: true });
  const [block] = await app.apiQueue.toArray();
  expect(await queue.discard(block?.operationId ?? '')).toBe(true);
  expect(await app.relations.get(9001)).toEqual({ uid: 9001, ...NO_RELATION });
  expect(await app.state.get('undone')).toBeUndefined();
});

test('a block replaces an unblock of its person that waits for another attempt', async () => {
  const app = await signedInApp();
  let isAnswered = false;
  const server = queueServer((_endpoint, id) => (id === 'unblock' ? (isAnswered ? 'accept' : BROKEN) : 'accept'));
  const clock = queueClock();
  const queue = queueOf({ app, api: server.api, ...clock.ports });
  const unblock = change('unblock', 'changeRelation', { targetUid: 9001, action: 'unblock' });
  const block = change('block', 'changeRelation', { targetUid: 9001, action: 'block' });
  await app.apiQueue.add(unblock);
  queue.kick();
  await clock.waitsUntil(5_000);
  await app.apiQueue.add(block);
  isAnswered = true;
  queue.kick();
  await until(app, []);
  expect(server.taken).toEqual(['block']);
});

test('a logout comes after all waiting changes of its account, also after a time without a network', async () => {
  const app = await signedInApp();
  let reaction: Reaction = AWAY;
  const server = queueServer((_endpoint, id) => (id === 'never' ? BROKEN : reaction));
  const clock = queueClock();
  const queue = queueOf({ app, api: server.api, ...clock.ports });
  const waiting = Array.from({ length: 8 }, (_, index) => profile(`profile ${index}`));
  const likes = Array.from({ length: 8 }, (_, index) =>
    change(`like ${index}`, 'changeRelation', { targetUid: 9001 + index, action: 'like' }),
  );
  await app.apiQueue.bulkAdd([...waiting, change('never', 'callRating', { sid: 'a', stars: 5 }), ...likes]);
  await app.state.delete('session');
  await app.apiQueue.add(change('bye', 'logout', {}));
  queue.kick();
  // Every target was tried, then the logout.
  const failureOfLogout = async () => (await app.apiQueue.toArray()).at(-1)?.failure?.attempts;
  await expect.poll(failureOfLogout, OFTEN).toBe(1);
  await clock.waitsUntil(5_000);
  expect([server.asked.at(-1), server.taken]).toEqual(['bye', []]);
  reaction = 'accept';
  clock.pass(5_000);
  await until(app, []);
  expect(server.taken.toSorted()).toEqual(
    [...waiting, ...likes, { operationId: 'bye' }].map(({ operationId }) => operationId).toSorted(),
  );
  expect(server.taken.at(-1)).toBe('bye');
  expect(server.taken.filter((id) => id.startsWith('profile'))).toEqual(waiting.map(({ operationId }) => operationId));
});

test('a logout leaves the waiting changes of an account that has signed in again', async () => {
  const app = await signedInApp();
  const server = queueServer((endpoint) => (endpoint === 'logout' ? 'accept' : BROKEN));
  const queue = queueOf({ app, api: server.api, ...queueClock().ports });
  await app.apiQueue.bulkAdd([profile('mine'), change('bye', 'logout', {}, { vcToken: 'the-token-before' })]);
  queue.kick();
  await until(app, ['mine']);
  expect(server.tokens).toEqual(['the-token-before']);
});
