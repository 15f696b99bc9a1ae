import { expect, test, vi } from 'vitest';
import { createAccountGuard } from '../../../../worker/base/account-guard.ts';
import type { AppDb } from '../../../../worker/db/schema.ts';
import { freshApp, session } from '../support/databases.ts';

async function guarded() {
  const app = freshApp();
  await app.state.put(session);
  const guard = createAccountGuard(app);
  guard.begin(session.uid);
  const onGone = vi.fn();
  guard.watch(onGone);
  return { app, guard, onGone };
}

/** Deletes the database under an open connection, as "clear site data" does. */
async function clearSiteData(app: AppDb): Promise<void> {
  await app.delete({ disableAutoOpen: false });
}

test('a session row that vanished with its database is noticed, and its account is no longer current', async () => {
  const { app, guard, onGone } = await guarded();
  expect(await guard.isCurrent(session.uid)).toBe(true);
  await clearSiteData(app);
  expect(await guard.isCurrent(session.uid)).toBe(false);
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled());
  guard.stop();
});

test('a session row that was replaced by one of another account is noticed', async () => {
  const { app, guard, onGone } = await guarded();
  await app.state.put({ ...session, uid: 424_242 });
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled());
  expect(await guard.isCurrent(session.uid)).toBe(false);
  // This core acts only for the account that it started with.
  expect(await guard.isCurrent(424_242)).toBe(false);
  guard.stop();
});

test('a regular sign-out and sign-in raise no alarm', async () => {
  const { app, guard, onGone } = await guarded();
  guard.end();
  await app.state.delete('session');
  expect(await guard.isCurrent(session.uid)).toBe(false);
  await app.state.put({ ...session, uid: 424_242 });
  guard.begin(424_242);
  await vi.waitFor(async () => expect(await guard.isCurrent(424_242)).toBe(true));
  await app.state.put({ ...session, uid: 424_242, nickName: 'Bea' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(onGone).not.toHaveBeenCalled();
  guard.stop();
});

test('a database that cannot be read raises no alarm', async () => {
  const { app, guard, onGone } = await guarded();
  app.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(onGone).not.toHaveBeenCalled();
  guard.stop();
});
