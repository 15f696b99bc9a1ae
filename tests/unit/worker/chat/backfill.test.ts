import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { freshChat } from '../support/databases.ts';
import { messageOf, receive, see, unreadOf } from '../support/receiving.ts';
import { archived, chat, HOST, MY_TAB, mark, OTHER_HOST } from '../support/stanzas.ts';

const theirs = (id: string, at: number, from = HOST) => archived(chat({ id, at, from }));
const ours = (id: string, at: number) => archived(chat({ id, at, from: MY_TAB, to: HOST }));
const weRead = (id: string) => archived(mark('displayed', id, MY_TAB, HOST));

/** Pages as a new device reads them: the newest page first, each page from its oldest to its newest message. */
async function backfill(...pages: Element[][]) {
  const db = freshChat();
  for (const page of pages) await receive(db, page, { isHistory: true });
  return db;
}

test('messages after our last reply are unread on a new device, earlier ones are read', async () => {
  const db = await backfill([theirs('a', 1), ours('b', 2), theirs('c', 3), theirs('d', 4)]);
  expect((await see(db)).messages.map((row) => row.read)).toEqual([true, true, false, false]);
  expect(await unreadOf(db, 'u_9001')).toBe(2);
});

test('a reply on a newer page makes the older pages read', async () => {
  const db = await backfill([ours('z', 9)], [theirs('a', 1), theirs('b', 2)]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

test('messages viewed without a reply are read too', async () => {
  const db = await backfill([theirs('c', 3), weRead('c')], [theirs('a', 1), theirs('b', 2)]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

test('a reply in one conversation does not affect another', async () => {
  const db = await backfill([theirs('k', 1, OTHER_HOST), theirs('a', 2), ours('b', 3)]);
  expect([await unreadOf(db, 'u_9001'), await unreadOf(db, 'u_9002')]).toEqual([0, 1]);
});

test('old own messages show the delivery state of the later marks', async () => {
  const marks = [archived(mark('displayed', 'b')), archived(mark('received', 'b'))];
  const db = await backfill(marks, [ours('a', 1), ours('b', 2)], [ours('z', 0)]);
  expect((await see(db)).messages.map((row) => row.reached)).toEqual(['seen', 'seen', 'seen']);
});

test('an own message after the last read mark is not shown as seen', async () => {
  const db = await backfill([ours('b', 1), archived(mark('displayed', 'b')), ours('c', 2)]);
  expect(await messageOf(db, 'u_100001/c')).toMatchObject({ reached: 'none' });
});

test('a peer message that crossed our read mark of an earlier one stays unread', async () => {
  const db = await backfill([theirs('a', 1), theirs('b', 2), weRead('a')]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});

test('history is not acknowledged, and an older page does not become the last message', async () => {
  const db = await backfill([theirs('d', 4)], [theirs('a', 1), theirs('b', 2)]);
  expect(await db.outbox.count()).toBe(0);
  expect((await see(db)).threads).toMatchObject([{ lastMid: 'u_9001/d', lastDate: 4, unread: 3 }]);
});
