import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/settings.ts';
import { MIRRORED_KEYS, type MirroredTexts, placeOf } from '#contract/mirrored.ts';
import { adopt } from '../../../../worker/account/adopt.ts';
import type { AppRow } from '../../../../worker/db/schema.ts';
import { createStorageSync, type SmallStore } from '../../../../worker/in-page/storage-sync.ts';
import { freshApp, session } from '../support/databases.ts';

const device: Extract<AppRow, { key: 'device' }> = {
  key: 'device',
  openId: 'o'.repeat(43),
  webUuid: 'w-1',
  language: 'de',
  screenWidth: 390,
  screenHeight: 844,
};
const settings = { key: 'settings', ...DEFAULT_SETTINGS, darkMode: 'light' } as const;

/** A local storage, shared by all tabs. */
function smallStore(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts));
  const store: SmallStore = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
  return { store, kept };
}

/** A tab with its own memory over the store; `others` counts its restarts. */
async function openTab(store: SmallStore) {
  const app = freshApp();
  const seen = { others: 0 };
  const keeper = createStorageSync(app, store, () => {
    seen.others += 1;
  });
  await keeper.seed();
  const put = async (...rows: AppRow[]) => {
    await app.state.bulkPut(rows);
    await keeper.flush();
  };
  const remove = async (key: string) => {
    await app.state.delete(key);
    await keeper.flush();
  };
  return { app, keeper, seen, put, remove };
}

test('the session, the settings and the device are stored for the next page; nothing else is', async () => {
  const { store, kept } = smallStore();
  const first = await openTab(store);
  await first.put(session, settings, device, { key: 'build', build: 7 });
  expect([...kept.keys()].toSorted()).toEqual(['kept:device', 'kept:session', 'kept:settings']);
  const next = await openTab(store);
  const rows = (await next.app.state.toArray()).toSorted((a, b) => a.key.localeCompare(b.key));
  expect(rows).toEqual([device, session, settings]);
});

test('a sign-out deletes the token', async () => {
  const { store, kept } = smallStore();
  const tab = await openTab(store);
  await tab.put(session, device);
  await tab.remove('session');
  expect([...kept.keys()]).toEqual(['kept:device']);
  expect([...kept.values()].join()).not.toContain(session.vcToken);
});

test('a refused token is not stored, only the account of its session', async () => {
  const { store, kept } = smallStore();
  const tab = await openTab(store);
  await tab.put(session);
  await tab.put({ ...session, status: 'expired' });
  expect(kept.get('kept:session')).not.toContain(session.vcToken);
  const next = await openTab(store);
  expect(await next.app.state.get('session')).toEqual({ ...session, status: 'expired', vcToken: '' });
});

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another row', JSON.stringify(settings)],
  ['a uid that is none', JSON.stringify({ ...session, uid: -1 })],
  ['a token without end', JSON.stringify({ ...session, vcToken: 'x'.repeat(5_000) })],
  ['a state that there is not', JSON.stringify({ ...session, status: 'admin' })],
  ['services that are none', JSON.stringify({ ...session, services: 'evil.example' })],
])('stored text that is not a session (%s) is deleted', async (_what, text) => {
  const { store, kept } = smallStore({ 'kept:session': text });
  const tab = await openTab(store);
  expect(await tab.app.state.toArray()).toEqual([]);
  expect(kept.size).toBe(0);
});

test('a sign-out in one tab ends the others, and none of them restores the token', async () => {
  const { store, kept } = smallStore();
  const here = await openTab(store);
  await here.put(session);
  const there = await openTab(store);
  await here.remove('session');
  // Before the tab learns of the sign-out, the server refuses its token and the tab changes a setting.
  await there.put({ ...session, status: 'expired' }, settings);
  expect([...kept.keys()]).toEqual(['kept:settings']);
  await there.keeper.onStorageChanged();
  expect(there.seen.others).toBe(1);
  await there.keeper.flush();
  expect([...kept.keys()]).toEqual(['kept:settings']);
});

test('signing in as another user in one tab signs the others out', async () => {
  const { store } = smallStore();
  const here = await openTab(store);
  await here.put(session);
  const there = await openTab(store);
  await here.put({ ...session, uid: 77, vcToken: 'another' });
  await there.keeper.onStorageChanged();
  expect(there.seen.others).toBe(1);
  await here.keeper.onStorageChanged();
  expect(here.seen.others).toBe(0);
});

test('settings of one tab apply in all tabs, and are not written back', async () => {
  const { store } = smallStore();
  const here = await openTab(store);
  const there = await openTab(store);
  await here.put(settings);
  let writes = 0;
  const { setItem } = store;
  store.setItem = (name, text) => {
    writes += 1;
    setItem(name, text);
  };
  await there.keeper.onStorageChanged();
  await there.keeper.flush();
  await here.keeper.onStorageChanged();
  await here.keeper.flush();
  expect(await there.app.state.get('settings')).toEqual(settings);
  expect(writes).toBe(0);
});

test('a full or forbidden local storage loses no data of the tab', async () => {
  const { store } = smallStore();
  store.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const tab = await openTab(store);
  await tab.put(session);
  expect(await tab.app.state.get('session')).toEqual(session);
});

/** The texts stored by a page without a database, as read by the next page with one. */
async function leftBy(...rows: AppRow[]): Promise<MirroredTexts> {
  const { store } = smallStore();
  await (await openTab(store)).put(...rows);
  return Object.fromEntries(MIRRORED_KEYS.map((key) => [key, store.getItem(placeOf(key))])) as MirroredTexts;
}

test("the session moves to the database with the guest's secret when the browser has one", async () => {
  const kept = await leftBy(session, settings, device);
  const app = freshApp();
  await app.state.put({ ...device, openId: 'fresh'.repeat(9) });
  expect(await adopt(app, kept)).toEqual(session);
  expect(await app.state.bulkGet(['session', 'settings', 'device'])).toEqual([session, settings, device]);
  expect(await app.apiQueue.count()).toBe(0);
});

test('an account that was used without a database is stored with its token, in addition to the account in the database', async () => {
  const other = { ...session, uid: 77, vcToken: 'left-behind' };
  const kept = await leftBy(other, { ...device, guest: 77 });
  const app = freshApp();
  await app.state.put(session);
  expect(await adopt(app, kept)).toBeUndefined();
  expect(await adopt(app, kept)).toBeUndefined();
  expect(await app.state.get('session')).toEqual(session);
  expect(await app.state.get('otherAccounts')).toEqual({
    key: 'otherAccounts',
    accounts: [{ session: other, openId: device.openId }],
  });
  expect(await app.apiQueue.count()).toBe(0);
});

test('a second session of the same account is ended', async () => {
  const kept = await leftBy({ ...session, vcToken: 'left-behind' }, device);
  const app = freshApp();
  await app.state.put(session);
  expect(await adopt(app, kept)).toBeUndefined();
  expect(await app.state.toArray()).toEqual([session]);
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'logout', uid: session.uid, vcToken: 'left-behind' },
  ]);
});

test('a session that a second tab adopts again is neither stored twice nor ended', async () => {
  const kept = await leftBy(session);
  const app = freshApp();
  await adopt(app, kept);
  expect(await adopt(app, kept)).toBeUndefined();
  expect(await app.apiQueue.count()).toBe(0);
});
