import { expect, test, vi } from 'vitest';
import { type AppError, fail, ok } from '#contract/result.ts';
import type { Api, CallOptions } from '../../../../worker/api/client.ts';
import type { AppDb, SessionRow } from '../../../../worker/db/schema.ts';
import { freshApp, session } from '../support/databases.ts';
import { queueOf } from '../support/queue.ts';

const OLD = session.vcToken;
const NEW = 'the-token-of-the-next-login-of-the-same-account';
const stranger: SessionRow = { ...session, uid: 777, jid: 'u_777@chat.example', vcToken: 'a-token-of-somebody-else' };

type Sent = readonly [endpoint: string, uid: number | undefined, token: string | undefined, key: string | undefined];

/** A server with valid tokens, and the requests that it received. */
function serverThatKnows(...known: string[]) {
  const tokens = new Set(known);
  const taken: Sent[] = [];
  const refused: Sent[] = [];
  const refusal: AppError = { code: 'unauthorized' };
  const call = async (name: string, _data: unknown, { user, operationId }: CallOptions) => {
    const isKnown = user !== undefined && tokens.has(user.vcToken);
    (isKnown ? taken : refused).push([name, user?.id, user?.vcToken, operationId]);
    if (isKnown && name === 'logout') tokens.delete(user.vcToken);
    return isKnown ? ok({}) : fail(refusal);
  };
  return { tokens, taken, refused, api: { call } as unknown as Pick<Api, 'call'> };
}

/** The queue of a user with a waiting block and a waiting profile change. */
async function waiting(server: ReturnType<typeof serverThatKnows>, over: Partial<SessionRow> = {}) {
  const db = freshApp();
  await db.state.put({ ...session, ...over });
  const { uid, jid, role } = session;
  const row = { uid, jid, role, vcToken: OLD, queuedAt: 0 };
  await db.apiQueue.bulkAdd([
    { ...row, operationId: 'block', endpoint: 'changeRelation', data: { targetUid: 9001, action: 'block' } },
    { ...row, operationId: 'profile', endpoint: 'updateProfile', data: { about: 'new' } },
  ]);
  const lost: string[] = [];
  const queue = queueOf(
    { app: db, api: server.api },
    { onRefused: async ({ operationId }) => void lost.push(operationId) },
  );
  return { db, queue, lost, row };
}
const keysIn = async (db: AppDb) => (await db.apiQueue.toArray()).map(({ operationId }) => operationId);
const statusIn = async (db: AppDb) => ((await db.state.get('session')) as SessionRow | undefined)?.status;

test('a waiting call is kept when its token is revoked, and sent once after the next login of the same account', async () => {
  const server = serverThatKnows();
  const { db, queue, lost } = await waiting(server);
  queue.kick();
  await vi.waitUntil(async () => (await statusIn(db)) === 'expired');
  // Further `kick` calls send nothing, because no valid login exists.
  for (let turn = 0; turn < 5; turn += 1) queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 2);
  const once = server.refused.length;
  for (let turn = 0; turn < 5; turn += 1) queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 2);
  // The two targets may be sent at the same time.
  expect(server.refused.map(([, , token]) => token)).toEqual(Array.from({ length: once }, () => OLD));
  expect(once).toBeLessThanOrEqual(2);

  server.tokens.add(NEW);
  await db.state.put({ ...session, vcToken: NEW });
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(server.taken).toEqual([
    ['changeRelation', session.uid, NEW, 'block'],
    ['updateProfile', session.uid, NEW, 'profile'],
  ]);
  expect([server.refused.length, lost]).toEqual([once, []]);
});

test('a login during a refusal is not treated as refused', async () => {
  const server = serverThatKnows(NEW);
  const { db, queue } = await waiting(server);
  const { call } = server.api;
  let first = true;
  server.api.call = (async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    if (first) await db.state.put({ ...session, vcToken: NEW });
    first = false;
    return answer;
  }) as typeof call;
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(await statusIn(db)).toBe('active');
  expect(server.taken.map(([, , token]) => token)).toEqual([NEW, NEW]);
});

test('a login at the moment when the queue starts to wait for one is noticed', async () => {
  const server = serverThatKnows();
  const { db, queue } = await waiting(server, { status: 'expired' });
  const read = db.state.get.bind(db.state) as (key: string) => Promise<SessionRow | undefined>;
  vi.spyOn(db.state, 'get').mockImplementation((async (key: string) => {
    const row = await read(key);
    if (row?.status === 'expired') {
      server.tokens.add(NEW);
      await db.state.put({ ...session, vcToken: NEW });
      queue.kick();
    }
    // The row from before the login.
    return row;
  }) as unknown as typeof db.state.get);
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(server.taken).toHaveLength(2);
});

test('a call of a signed-out account is sent in its name, never in that of the current one', async () => {
  const server = serverThatKnows(OLD, stranger.vcToken);
  const { db, queue, row } = await waiting(server);
  await db.apiQueue.add({ ...row, operationId: 'bye', endpoint: 'logout', data: {} });
  await db.state.put(stranger);
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(server.taken.map(([name, uid, token]) => [name, uid, token])).toEqual([
    ['changeRelation', session.uid, OLD],
    ['updateProfile', session.uid, OLD],
    ['logout', session.uid, OLD],
  ]);
});

test('a call is deleted when its account has signed out and its token is invalid', async () => {
  const server = serverThatKnows(stranger.vcToken);
  const { db, queue } = await waiting(server);
  await db.state.put(stranger);
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(server.taken).toEqual([]);
  expect(await statusIn(db)).toBe('active');
});

test('a logout is sent with the token that it revokes, also after its account signed in again', async () => {
  const server = serverThatKnows(OLD, NEW);
  const { db, queue, row } = await waiting(server, { vcToken: NEW });
  await db.apiQueue.add({ ...row, operationId: 'bye', endpoint: 'logout', data: {} });
  queue.kick();
  await vi.waitUntil(async () => (await keysIn(db)).length === 0);
  expect(server.taken.at(-1)).toEqual(['logout', session.uid, OLD, 'bye']);
  expect(server.tokens).toEqual(new Set([NEW]));
});
