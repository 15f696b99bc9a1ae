import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import type { Api } from '../../../../worker/api/client.ts';
import type { ApiQueueRow, AppDb } from '../../../../worker/db/schema.ts';
import { freshApp, reopenApp, session } from '../support/databases.ts';
import { apiAgainst, bad, good } from '../support/http.ts';
import { queueClock, queueOf } from '../support/queue.ts';

const { uid, jid, role, vcToken } = session;
const queued = (operationId: string, endpoint = 'updateProfile'): Omit<ApiQueueRow, 'id'> => {
  const data = endpoint === 'logout' ? {} : { nickName: operationId };
  return { operationId, endpoint, data, uid, jid, role, vcToken, queuedAt: 0 };
};
const TEXTS = { about: '', gender: '', bDay: '', country: '', lang: '', tel: '', email: '', address: '' };
const PROFILE = {
  ...TEXTS,
  uid,
  nickName: 'Ada',
  avatarUrl: '',
  albums: [],
  videos: [],
  settings: DEFAULT_SETTINGS,
};
const rowsOf = async (db: AppDb) => (await db.apiQueue.toArray()).map((row) => row.operationId);
const emptied = (db: AppDb) => vi.waitFor(async () => expect(await rowsOf(db)).toEqual([]));

/** Queues like a command: stores the row first, then notifies the queue. */
async function enqueue(db: AppDb, queue: { kick(): void }, row: ReturnType<typeof queued>): Promise<void> {
  await db.apiQueue.add(row);
  queue.kick();
}

test('offline changes reach the server after a restart, in order and under the same operation ids', async () => {
  const before = freshApp();
  const down = await apiAgainst(['reset']);
  const dying = queueOf({ app: before, api: down.api });
  for (const id of ['a', 'b', 'c']) await enqueue(before, dying, queued(id));
  await down.came(4);
  dying.stop();
  expect(new Set(down.asked.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['a']));
  before.close();

  const db = reopenApp();
  const up = await apiAgainst([good(PROFILE)]);
  queueOf({ app: db, api: up.api }).kick();
  await emptied(db);
  expect(up.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['a', 'b', 'c']);
});

test('a logout is sent with the token that it revokes, although no user is signed in', async () => {
  const db = freshApp();
  const { api, asked } = await apiAgainst([good({})], { user: async () => null });
  await enqueue(db, queueOf({ app: db, api }), queued('bye', 'logout'));
  await emptied(db);
  expect(asked).toMatchObject([{ path: '/api/login_service/logout', headers: { 'x-token': vcToken } }]);
});

test('a call that the server will never accept leaves the queue, is reported once, and does not delay the rest', async () => {
  const db = freshApp();
  const { api } = await apiAgainst([bad(409), good(PROFILE)]);
  const lost: string[] = [];
  const queue = queueOf({ app: db, api }, { onRefused: async (row) => void lost.push(row.operationId) });
  await db.apiQueue.bulkAdd([queued('never'), queued('fine')]);
  queue.kick();
  await emptied(db);
  expect(lost).toEqual(['never']);
});

/** An API with the given responses, without a network. */
function scripted(...answers: (AppError | 'fine')[]) {
  const keys: string[] = [];
  const call = async (_name: string, _data: unknown, options: { operationId?: string }) => {
    keys.push(options.operationId ?? '');
    const answer = answers.shift() ?? 'fine';
    return answer === 'fine' ? ok({}) : fail(answer);
  };
  return { keys, api: { call } as unknown as Pick<Api, 'call'> };
}

test.each<AppError>([
  { code: 'offline' },
  { code: 'timeout' },
  { code: 'server-error' },
  { code: 'rate-limited', retryAfterMs: 1 },
])('a change stays and is retried after 5 s when the failure is temporary ($code)', async (error) => {
  const db = freshApp();
  const { api, keys } = scripted(error);
  const clock = queueClock();
  const outcomes = { onRefused: () => Promise.reject(new Error('not final')) };
  await enqueue(db, queueOf({ app: db, api, ...clock.ports }, outcomes), queued('a'));
  await clock.waitsUntil(5_000);
  expect([await rowsOf(db), keys]).toEqual([['a'], ['a']]);
  clock.pass(5_000);
  await emptied(db);
  expect(keys).toEqual(['a', 'a']);
});

test.each<AppError>([
  { code: 'unauthorized' },
  { code: 'forbidden' },
  { code: 'conflict' },
  { code: 'not-found' },
  { code: 'bad-request', detail: '' },
])('a change is dropped when the failure is final ($code)', async (error) => {
  const db = freshApp();
  const lost: string[] = [];
  const { api } = scripted(error);
  await enqueue(
    db,
    queueOf({ app: db, api }, { onRefused: async (row) => void lost.push(row.operationId) }),
    queued('a'),
  );
  await vi.waitUntil(() => lost.length === 1);
  expect(await rowsOf(db)).toEqual([]);
});

test('the same operation cannot be queued twice', async () => {
  const db = freshApp();
  await db.apiQueue.add(queued('a'));
  await expect(db.apiQueue.add(queued('a'))).rejects.toThrow();
});
