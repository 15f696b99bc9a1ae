import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../contract/durations.ts';
import { clearMessages, clearOlderThan } from '../../../../worker/chat/clear.ts';
import type { ChatDb } from '../../../../worker/db/schema.ts';
import { signedIn } from '../support/commands.ts';
import { freshChat } from '../support/databases.ts';
import { NOW, receive, see, unreadOf } from '../support/receiving.ts';
import { chat, OTHER_HOST } from '../support/stanzas.ts';

const midsOf = async (db: ChatDb) => (await see(db)).messages.map(({ mid }) => mid);

test('clearing one conversation keeps its place in the list and all other conversations', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', at: 1, sensitive: 2 }), chat({ id: 'b', at: 2, from: OTHER_HOST })]);
  await clearMessages(db, 'u_9001');
  expect(await midsOf(db)).toEqual(['u_9002/b']);
  expect(await db.threads.get(9001)).toMatchObject({ unread: 0, lastFacts: undefined, lastMid: '' });
  expect(await db.threads.get(9002)).toMatchObject({ unread: 1, lastMid: 'u_9002/b' });
});

test('clearing all conversations keeps messages that still wait to be sent', async () => {
  const { db, type } = await signedIn();
  await receive(db, [chat({ id: 'a', at: 1 }), chat({ id: 'b', at: 2, from: OTHER_HOST })]);
  await type('on its way');
  await clearMessages(db, null);
  expect(await midsOf(db)).toEqual(['u_100001/id1']);
  expect(await db.threads.get(9001)).toMatchObject({
    lastFacts: { kind: 'text', body: 'on its way' },
    lastOut: true,
    lastState: 'sending',
  });
});

test('a cleared own message leaves no text in the list', async () => {
  const { db, type } = await signedIn();
  await type('sent long ago');
  await db.outbox.clear();
  await clearMessages(db, 'u_9001');
  expect(await db.threads.get(9001)).toMatchObject({ lastFacts: undefined, lastOut: false, lastState: 'success' });
});

test('a retention of thirty days deletes older messages, and younger ones stay and are counted', async () => {
  const db = freshChat();
  const old = NOW - 31 * DAY_MS;
  await receive(db, [
    chat({ id: 'old', at: old }),
    chat({ id: 'young', at: NOW - DAY_MS }),
    chat({ id: 'other', at: old, from: OTHER_HOST }),
  ]);
  await clearOlderThan(db, 30, NOW);
  expect(await midsOf(db)).toEqual(['u_9001/young']);
  expect([await unreadOf(db, 'u_9001'), await unreadOf(db, 'u_9002')]).toEqual([1, 0]);
  expect(await db.threads.get(9002)).toMatchObject({ lastFacts: undefined, lastDate: old });
});

test('a retention of "never" deletes nothing', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'old', at: 1 })]);
  await clearOlderThan(db, 0, NOW);
  expect(await midsOf(db)).toEqual(['u_9001/old']);
});
