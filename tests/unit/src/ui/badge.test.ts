import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../contract/account/default-settings.ts';
import type { ThreadRow } from '../../../../worker/db/schema.ts';
import { freshApp, freshChat } from '../../worker/support/databases.ts';

const storage = vi.hoisted(() => ({ chat: undefined as unknown, app: undefined as unknown }));
vi.mock('../../../../worker/db/open.ts', () => ({
  get chat() {
    return storage.chat;
  },
  get app() {
    return storage.app;
  },
}));
vi.mock('../../../../src/core/storage.ts', () => ({ takeFirst: () => undefined }));

/** The app badge: a number, or undefined without one. */
type Icon = { shown: number | undefined; orders: string[] };

beforeEach(() => {
  vi.resetModules();
  storage.chat = freshChat();
  storage.app = freshApp();
});
afterEach(() => vi.unstubAllGlobals());

const settings = () => storage.app as ReturnType<typeof freshApp>;
const db = () => storage.chat as ReturnType<typeof freshChat>;
const thread = (id: number, unread: number, tid = `u_${id}`): ThreadRow => ({
  id,
  tid,
  unread,
  mainJid: `${tid}@x`,
  linkedJid: '',
  linkedUser: { jid: '', uid: id, nickName: 'Maya' },
  lastDate: id,
  lastFacts: undefined,
  lastMid: '',
  lastOut: false,
  lastState: 'success',
  lastIncoming: 0,
  dividerMid: '',
});

/** A system whose icons can show a count; all tabs of one app share the icon. */
function system(answer: () => Promise<void> = async () => {}) {
  const icon: Icon = { shown: undefined, orders: [] };
  return {
    icon,
    setAppBadge(count: number) {
      icon.shown = count;
      icon.orders.push(`set ${count}`);
      return answer();
    },
    clearAppBadge() {
      icon.shown = undefined;
      icon.orders.push('clear');
      return answer();
    },
  };
}
/** A separate tab with separate module instances. */
async function openTab(badges: ReturnType<typeof system>) {
  vi.resetModules();
  const { followBadge } = await import('../../../../src/features/notices/notifications/badge.ts');
  return followBadge(badges);
}

test('the icon counts conversations with something unread, not messages, and shows nothing when all are read', async () => {
  const { icon, ...badges } = system();
  await db().threads.bulkPut([thread(9001, 5), thread(9002, 1), thread(9003, 0)]);
  const end = await openTab({ icon, ...badges });
  await vi.waitFor(() => expect(icon.shown).toBe(2));
  await db().threads.update(9001, { unread: 0 });
  await vi.waitFor(() => expect(icon.shown).toBe(1));
  await db().threads.update(9002, { unread: 0 });
  await vi.waitFor(() => expect(icon.orders).toEqual(['set 2', 'set 1', 'clear']));
  expect(icon.shown).toBeUndefined();
  end();
});

test('an unchanged count is not set again, and the unseen greeting is not counted', async () => {
  const { icon, ...badges } = system();
  await db().threads.bulkPut([
    thread(9001, 1),
    thread(0, 1, 'localOfficial'),
    { ...thread(1, 0, 'u_1'), lastMid: 'u_1/first' },
  ]);
  const end = await openTab({ icon, ...badges });
  await vi.waitFor(() => expect(icon.orders).toEqual(['set 1']));
  await db().threads.update(9001, { unread: 7 });
  await db().threads.put(thread(9002, 1));
  await vi.waitFor(() => expect(icon.orders).toEqual(['set 1', 'set 2']));
  end();
});

test('two tabs show one count, the remaining one continues, and a closed one sets nothing', async () => {
  const one = system();
  const other = system();
  other.icon = one.icon;
  other.setAppBadge = one.setAppBadge;
  await db().threads.put(thread(9001, 1));
  const endOne = await openTab(one);
  const endOther = await openTab(other);
  await vi.waitFor(() => expect(one.icon.orders).toEqual(['set 1', 'set 1']));
  endOther();
  await db().threads.put(thread(9002, 1));
  await vi.waitFor(() => expect(one.icon.orders).toEqual(['set 1', 'set 1', 'set 2']));
  expect(one.icon.shown).toBe(2);
  endOne();
});

test('a sign-out empties the icon', async () => {
  const { icon, ...badges } = system();
  await db().threads.put(thread(9001, 1));
  const end = await openTab({ icon, ...badges });
  await vi.waitFor(() => expect(icon.shown).toBe(1));
  await db().threads.clear();
  await vi.waitFor(() => expect(icon.orders).toEqual(['set 1', 'clear']));
  end();
});

test('a system that refuses a count is no error', async () => {
  const refusing = system(() => Promise.reject(new DOMException('not installed', 'NotAllowedError')));
  await db().threads.put(thread(9001, 1));
  const end = await openTab(refusing);
  await vi.waitFor(() => expect(refusing.icon.orders).toEqual(['set 1']));
  end();
});

test('a muted conversation is not counted, and an archived one only when a message has come since', async () => {
  const { icon, ...badges } = system();
  await db().threads.bulkPut([thread(9001, 5), thread(9002, 1), thread(9003, 1)]);
  await settings().state.put({
    key: 'settings',
    ...DEFAULT_SETTINGS,
    conversations: { u_9001: { muted: true }, u_9002: { archivedAt: 0 } },
  });
  const end = await openTab({ icon, ...badges });
  await vi.waitFor(() => expect(icon.shown).toBe(1));
  await db().threads.update(9002, { lastIncoming: 1 });
  await vi.waitFor(() => expect(icon.shown).toBe(2));
  end();
});
