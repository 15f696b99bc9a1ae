import Dexie from 'dexie';
import { expect, test } from 'vitest';
import type { ChatDb, MessageRow } from '../../../../worker/db/schema.ts';
import { announceMessages } from '../../../../worker/db/writes/announce-messages.ts';
import { freshChat } from '../support/databases.ts';
import { context, messageOf, NOW, receive } from '../support/receiving.ts';
import { chat as stanza } from '../support/stanzas.ts';

function announced(db: ChatDb): (readonly MessageRow[])[] {
  const posts: (readonly MessageRow[])[] = [];
  announceMessages(db, (rows) => posts.push(rows));
  return posts;
}

test('a message that came is announced once, as it stands in the database', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  expect(posts).toEqual([[await messageOf(db, 'u_9001/a')]]);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  expect(posts).toHaveLength(1);
});

test('of several writes in one transaction the last version of a row is announced', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  await db.transaction('rw', db.messages, async () => {
    await db.messages.where('mid').equals('u_9001/a').modify({ read: true });
    await db.messages.where('mid').equals('u_9001/a').modify({ refusal: 'x' });
  });
  expect(posts).toHaveLength(2);
  expect(posts[1]).toMatchObject([{ mid: 'u_9001/a', read: true, refusal: 'x' }]);
});

test('nothing is announced before its transaction is committed, or when that fails', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  const row = { ...((await messageOf(db, 'u_9001/a')) as MessageRow), mid: 'u_9001/b', id: 77 };
  const broken = db.transaction('rw', db.messages, async () => {
    await db.messages.add(row);
    expect(posts).toHaveLength(1);
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(posts).toHaveLength(1);
});

test('a message is announced before Dexie tells live queries to read', async () => {
  const db = freshChat();
  const events: string[] = [];
  announceMessages(db, ([row]) => events.push(`announced ${row?.mid}`));
  await db.open();
  const onRead = () => events.push('live queries read');
  Dexie.on('storagemutated', onRead);
  try {
    await receive(db, [stanza({ id: 'a', at: NOW })]);
  } finally {
    Dexie.on.storagemutated.unsubscribe(onRead);
  }
  expect(events).toEqual(['announced u_9001/a', 'live queries read']);
});

test('a burst is not announced row by row, because one read costs less', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(
    db,
    Array.from({ length: 21 }, (_, n) => stanza({ id: `m${n}`, at: NOW + n })),
    context(),
  );
  expect(await db.messages.count()).toBe(21);
  expect(posts).toEqual([]);
});
