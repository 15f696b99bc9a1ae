import { expect, test } from 'vitest';
import { freshChat } from '../support/databases.ts';
import { receive, see, unreadOf } from '../support/receiving.ts';
import { ATTACKER, carbon, chat, HOST, ME, MY_TAB, mark, OTHER_HOST } from '../support/stanzas.ts';

test('reading on another own device makes everything up to there read here', async () => {
  const db = freshChat();
  await receive(
    db,
    [1, 2, 3].map((at) => chat({ id: `m${at}`, at })),
  );
  await receive(db, [carbon('sent', mark('displayed', 'm2', `${ME}/phone`, HOST))]);
  expect((await see(db)).messages.map((row) => row.read)).toEqual([true, true, false]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});

test('a message that the other device only received is not marked as read', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a' }), carbon('sent', mark('received', 'a', `${ME}/phone`, HOST))]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});

test('reading one conversation elsewhere does not affect another with the same id in it', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'same' }), chat({ id: 'same', from: OTHER_HOST })]);
  await receive(db, [carbon('sent', mark('displayed', 'same', `${ME}/phone`, HOST))]);
  expect([await unreadOf(db, 'u_9001'), await unreadOf(db, 'u_9002')]).toEqual([0, 1]);
});

const sent = (id: string, at: number, to = HOST) => carbon('sent', chat({ id, from: MY_TAB, to, at }));
async function reached(db: ReturnType<typeof freshChat>) {
  return (await see(db)).messages.map((row) => row.reached);
}

test('a mark of the peer applies to all our earlier messages to them, and only those', async () => {
  const db = freshChat();
  await receive(db, [
    sent('a', 1),
    chat({ id: 'theirs', at: 2 }),
    sent('b', 3),
    sent('c', 4),
    sent('o', 2, OTHER_HOST),
  ]);
  await receive(db, [mark('received', 'c')]);
  expect(await reached(db)).toEqual(['delivered', 'none', 'none', 'delivered', 'delivered']);
  await receive(db, [mark('displayed', 'b')]);
  expect(await reached(db)).toEqual(['seen', 'none', 'none', 'seen', 'delivered']);
});

test('a receipt after the read mark does not undo it', async () => {
  const db = freshChat();
  await receive(db, [sent('a', 1), sent('b', 2), mark('displayed', 'a'), mark('received', 'b'), mark('received', 'a')]);
  expect(await reached(db)).toEqual(['seen', 'delivered']);
});

test("a receipt before the server's acknowledgement is not undone", async () => {
  const db = freshChat();
  await receive(db, [sent('a', 1)]);
  await db.messages.toCollection().modify({ state: 'sending' });
  await receive(db, [mark('displayed', 'a'), mark('received', 'a')]);
  expect(await reached(db)).toEqual(['seen']);
});

test('a peer cannot mark messages sent to others, nor their own, as seen', async () => {
  const db = freshChat();
  await receive(db, [sent('a', 1), chat({ id: 'theirs', at: 2 })]);
  await receive(db, [mark('displayed', 'a', ATTACKER), mark('displayed', 'theirs'), mark('displayed', 'unheard-of')]);
  expect(await reached(db)).toEqual(['none', 'none']);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});
