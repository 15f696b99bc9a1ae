import { expect, test } from 'vitest';
import { CALL_STATUS } from '../../../../contract/calls/calls.ts';
import { HOUR_MS } from '../../../../contract/durations.ts';
import type { CallRow } from '../../../../worker/db/schema.ts';
import { storeShare } from '../../../../worker/push/shares.ts';
import { freshApp } from '../support/databases.ts';

const callOf = (status: CallRow['status']) => ({ key: 'call', sid: 's', status }) as CallRow;

function worker({ isOpen = true } = {}) {
  const world = { now: 0, isOpen };
  const app = freshApp();
  const keep = (text: string) => {
    world.now += 1;
    return storeShare({ app, now: () => world.now, isAppOpen: async () => world.isOpen }, { text });
  };
  const texts = async () => (await app.shares.orderBy('at').toArray()).map(({ text }) => text);
  return { world, app, keep, texts };
}

test('a share is stored under an unguessable id, before any user is signed in', async () => {
  const { keep, app } = worker();
  const { id, waits } = await keep('hello');
  expect(id).toMatch(/^[\w-]{21}$/);
  expect(waits).toBe(false);
  expect(await app.shares.get(id)).toMatchObject({ text: 'hello' });
});

test('the newest five shares are kept, and none for more than a day', async () => {
  const { keep, texts, world } = worker();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await keep(text);
  expect(await texts()).toEqual(['c', 'd', 'e', 'f', 'g']);
  world.now += 24 * HOUR_MS;
  await keep('h');
  expect(await texts()).toEqual(['h']);
});

test('a share waits while a call is active or rings in an open app, and not for a call without a running app', async () => {
  const { keep, app, world } = worker();
  for (const status of [CALL_STATUS.CONNECTED, CALL_STATUS.CONNECTING, CALL_STATUS.CALLIN]) {
    await app.state.put(callOf(status));
    expect(await keep('x')).toMatchObject({ waits: true });
  }
  world.isOpen = false;
  expect(await keep('x')).toMatchObject({ waits: false });
  world.isOpen = true;
  await app.state.put(callOf(CALL_STATUS.DISCONNECTED));
  expect(await keep('x')).toMatchObject({ waits: false });
});
