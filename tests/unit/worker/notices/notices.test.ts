import xml from '@xmpp/xml';
import { beforeEach, expect, test, vi } from 'vitest';
import { type NoticeItem, writeNotice } from '#contract/notices/item.ts';
import { NOTICES_ON_DEVICE_MAX, NOTICES_PAGE } from '#contract/notices/rules.ts';
import { fail, ok } from '#contract/result.ts';
import type { Api } from '../../../../worker/api/client.ts';
import type { StreamLink } from '../../../../worker/base/part.ts';
import type { AppDb, NoticeDb, SessionRow } from '../../../../worker/db/schema.ts';
import { createNotices } from '../../../../worker/notices/notices.ts';
import { freshApp, freshNotice } from '../support/databases.ts';

const SESSION = { key: 'session', uid: 5, services: { gate: 'gate.test' } } as SessionRow;
const notice = (n: number): NoticeItem => ({
  key: `online:${n}`,
  from: `u_${n}@test`,
  type: '2',
  avatarUrl: '',
  content: { template: 'online', values: { name: `Nick ${n}` } },
  at: n,
});
const headline = (item: NoticeItem, from = 'gate.test', type = 'headline') =>
  xml('message', { type, from }, writeNotice(item));

let app: AppDb;
let db: NoticeDb;
let answer: (since: number) => unknown;
const asked: number[] = [];
const api = {
  call: async (_name: string, { since }: { since: number }) => {
    asked.push(since);
    return answer(since);
  },
} as unknown as Pick<Api, 'call'>;
const part = () =>
  createNotices({ app, notice: db, api, session: async () => (await app.state.get('session')) as SessionRow });
const keys = async () => (await db.notices.orderBy('at').toArray()).map(({ key }) => key);

beforeEach(async () => {
  app = freshApp();
  db = freshNotice();
  asked.length = 0;
  answer = () => ok({ notices: [], next: 0 });
  await app.state.put(SESSION);
});

test('missed notifications are requested page by page, from the last position', async () => {
  const all = Array.from({ length: NOTICES_PAGE + 3 }, (_, n) => notice(n + 1));
  answer = (since) => {
    const page = all.slice(since, since + NOTICES_PAGE);
    return ok({ notices: page, next: since + page.length });
  };
  const { commands } = part();
  expect(await commands.refreshNotices()).toEqual(ok(null));
  expect(asked).toEqual([0, NOTICES_PAGE]);
  expect(await db.notices.count()).toBe(all.length);
  await commands.refreshNotices();
  expect(asked.at(-1)).toBe(all.length);
});

test('a notification received live and in the list is listed once, and unread until the list was read', async () => {
  const notices = part();
  notices.onStreamUp?.({ session: SESSION } as StreamLink, false);
  expect(notices.onPush?.(headline(notice(1)))).toBe(true);
  await vi.waitFor(async () => expect(await keys()).toEqual(['online:1']));
  // The fetch that the stream began: another call while it runs would resolve with its result.
  await notices.commands.refreshNotices();
  answer = () => ok({ notices: [notice(1), notice(2)], next: 2 });
  await notices.commands.refreshNotices();
  expect(await keys()).toEqual(['online:1', 'online:2']);
  await notices.commands.readNotices();
  expect((await db.notices.toArray()).every(({ read }) => read)).toBe(true);
});

test('only well-formed headlines of the gate are accepted as notifications', () => {
  const notices = part();
  notices.onStreamUp?.({ session: SESSION } as StreamLink, false);
  const strange = { ...notice(1), content: { template: 'gift', values: {} } } as unknown as NoticeItem;
  for (const stanza of [
    headline(notice(1), 'u_6@test'),
    headline(notice(1), 'gate.test.evil'),
    headline(notice(1), 'gate.test', 'chat'),
    headline(strange),
    headline({ ...notice(1), from: '' }),
    headline({ ...notice(1), key: '' }),
  ])
    expect(notices.onPush?.(stanza)).toBe(false);
});

test('the oldest notifications are deleted when there are too many', async () => {
  await db.notices.bulkAdd(Array.from({ length: NOTICES_ON_DEVICE_MAX }, (_, n) => ({ ...notice(n + 1), read: true })));
  answer = () => ok({ notices: [notice(1_000)], next: 1 });
  await part().commands.refreshNotices();
  expect(await db.notices.count()).toBe(NOTICES_ON_DEVICE_MAX);
  expect((await keys())[0]).toBe('online:2');
});

test('a response after a sign-out is not stored, and a failure is reported', async () => {
  answer = () => {
    void app.state.delete('session');
    return ok({ notices: [notice(1)], next: 1 });
  };
  await part().commands.refreshNotices();
  expect([await db.notices.count(), await app.state.get('notices')]).toEqual([0, undefined]);
  await app.state.put(SESSION);
  answer = () => fail({ code: 'offline' });
  expect(await part().commands.refreshNotices()).toEqual(fail({ code: 'offline' }));
});

test('a sign-out during the write leaves none of the notifications, and those of the next account stay', async () => {
  const theirs = { ...notice(7), read: false };
  const whileWriting = async (change: () => Promise<unknown>) => {
    const write = db.transaction.bind(db) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(db, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
      const written = await write(...args);
      await change();
      return written;
    }) as never);
  };
  answer = () => ok({ notices: [notice(1)], next: 1 });
  await whileWriting(async () => {
    await app.state.put({ ...SESSION, uid: 6 });
    await db.notices.add(theirs);
  });
  await part().commands.refreshNotices();
  expect(await keys()).toEqual(['online:7']);
});
