import { expect, test, vi } from 'vitest';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import { watchSession } from '../../../../worker/base/session-row.ts';
import { freshApp, session } from '../support/databases.ts';

/** A watched session that is in memory, with the number of reads of the table so far. */
async function watching() {
  const app = freshApp();
  await app.state.put(session);
  const epoch = createEpoch();
  const reads = vi.spyOn(app.state, 'get');
  const watched = watchSession(app, epoch);
  const isRead = async () => {
    const before = reads.mock.calls.length;
    const row = await watched.session();
    return { row, fromDatabase: reads.mock.calls.length > before };
  };
  const settled = (row: typeof session, fromDatabase = false) =>
    vi.waitFor(async () => expect(await isRead()).toEqual({ row, fromDatabase }), { timeout: 20_000 });
  await settled(session);
  return { app, epoch, reads, watched, isRead, settled };
}

test('a loaded session is answered from memory, with its changes', async () => {
  const { app, settled } = await watching();
  const renewed = { ...session, vcToken: 'another-token-of-at-least-thirty-two-characters' };
  await app.state.put(renewed);
  await settled(renewed);
});

test('the row in memory is cleared after a sign-out, and the database is read', async () => {
  const { app, epoch, isRead } = await watching();
  epoch.end();
  expect(await isRead()).toEqual({ row: session, fromDatabase: true });
  await app.state.delete('session');
  expect(await isRead()).toEqual({ row: undefined, fromDatabase: true });
});

test('a row whose account signs out during the read is not returned', async () => {
  const app = freshApp();
  await app.state.put({ ...session, nickName: 'the next' });
  const epoch = createEpoch();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const reads = vi.spyOn(app.state, 'get').mockImplementationOnce((async () => {
    began.resolve();
    await held;
    return session;
  }) as unknown as typeof app.state.get);
  const watched = watchSession(app, epoch);
  await began.promise;
  epoch.end();
  release();
  await reads.mock.results[0]?.value;
  // The read result is delivered within this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect((await watched.session())?.nickName).toBe('the next');
  watched.stop();
});

test('a read that fails, and an end of the watch, leave nothing in memory', async () => {
  const { app, reads, watched, settled, isRead } = await watching();
  reads.mockImplementationOnce((() => Promise.reject(new Error('broken'))) as unknown as typeof app.state.get);
  const renamed = { ...session, nickName: 'Bea' };
  await app.state.put(renamed);
  await settled(renamed, true);
  const next = await watching();
  next.watched.stop();
  expect(await next.isRead()).toEqual({ row: session, fromDatabase: true });
  watched.stop();
  expect((await isRead()).fromDatabase).toBe(true);
});
