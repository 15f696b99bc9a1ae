import type Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { createAccount } from '../../../../worker/account/account.ts';
import { createChat } from '../../../../worker/chat/chat.ts';
import { openChatDb } from '../../../../worker/db/schema.ts';
import { session } from '../support/databases.ts';
import { serverOf, signedIn } from '../support/people.ts';
import { fakeClock, fakeTabs, idsFrom } from '../support/ports.ts';

const core = vi.hoisted(() => ({ commands: {} as Record<string, (...args: never[]) => unknown> }));
vi.hoisted(() => Object.assign(globalThis, { location: { host: 'gem.test' } }));
vi.mock('../../../../src/core/core.ts', () => ({ core: core.commands }));

afterEach(() => vi.unstubAllGlobals());

const OWN = 'u_100001/own';

/** A device with a row in every table of every database, something of each kind that is still unsent, and every cache. */
async function full() {
  const { app, notice, epoch, accepted, guard } = await signedIn();
  const chat = openChatDb();
  const ports = { app, chat, notice, epoch, accepted, guard, session: async () => session, api: serverOf({}).api };
  const { commands: talk } = createChat({
    ...ports,
    clock: fakeClock().clock,
    tabs: fakeTabs('tab').tabs,
    newId: idsFrom('id'),
    client: { os: 'android', pkgName: 'app' },
  });
  await talk.openThread(9001, 'Maya');
  await talk.sendText('u_9001', 'on its way', 'own');
  for (const db of [app, chat, notice] as readonly Dexie[]) {
    for (const table of db.tables) {
      if ((await table.count()) > 0) continue;
      const names = [table.schema.primKey, ...table.schema.indexes].map(({ keyPath }) => keyPath);
      await table.put(Object.fromEntries(names.flat().map((name) => [name, `a ${name}`])));
    }
  }
  const message = await chat.messages.where('mid').equals(OWN).first();
  const { id: _id, ...rest } = message ?? { tid: '' };
  await chat.messages.add({ ...rest, mid: 'u_9001/theirs', out: false } as never);
  await app.state.bulkPut([{ key: 'settings', darkMode: 'dark' } as never, { key: 'consent', v: 1, m: true } as never]);
  await app.uploads.put({ id: 'file', state: 'waiting', file: new Blob(['not sent yet']), queuedAt: 1 } as never);

  const kept = new Set(['chat-media', 'art', 'workbox-precache-v2-x', 'fonts']);
  vi.stubGlobal('caches', { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
  const account = createAccount({
    ...ports,
    queue: { kick() {}, discard: async () => false, stop() {} },
    track() {},
    onSignedIn: async () => {},
    onSigningOut: async () => {},
  });
  Object.assign(core.commands, account.commands, { clearMessages: talk.clearMessages });

  /** The row count of each table, and the caches. */
  const holds = async () => {
    const rows: Record<string, number> = {};
    for (const db of [app, chat, notice] as readonly Dexie[])
      for (const table of db.tables) rows[`${db.name}/${table.name}`] = await table.count();
    return { rows, caches: [...kept].sort() };
  };
  return { app, chat, holds };
}

/** The data that clearing each kind deletes; all other data stays. */
const GONE = {
  messages: { rows: { 'chat/messages': 1 }, caches: [] },
  lists: { rows: { 'app/people': 0, 'app/cards': 0, 'app/lists': 0 }, caches: [] },
  pictures: { rows: {}, caches: ['art', 'chat-media'] },
} as const;

test.each(['messages', 'lists', 'pictures'] as const)('clearing %s deletes only that', async (kind) => {
  const { clearStored } = await import('../../../../src/features/account/device/clear-stored.ts');
  const { holds, app, chat } = await full();
  const before = await holds();
  // Every table has rows, so that a cleared one is noticed.
  expect(Object.entries(before.rows).filter(([, count]) => count === 0)).toEqual([]);
  expect(before.rows['chat/messages']).toBe(2);
  expect(await clearStored(kind)).toEqual(ok(null));
  const gone: readonly string[] = GONE[kind].caches;
  expect(await holds()).toEqual({
    rows: { ...before.rows, ...GONE[kind].rows },
    caches: before.caches.filter((name) => !gone.includes(name)),
  });
  // Data that exists only on this device.
  expect((await chat.outbox.toArray()).map(({ about }) => about)).toEqual([OWN]);
  expect(await chat.messages.where('mid').equals(OWN).count()).toBe(1);
  expect(await app.state.get('session')).toEqual(session);
  expect(await app.state.get('settings')).toMatchObject({ darkMode: 'dark' });
  expect(await (await app.uploads.get('file'))?.file?.text()).toBe('not sent yet');
});
