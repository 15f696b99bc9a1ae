import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
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

test('of several writes in one transaction the last announcement has the last version of a row', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  await db.transaction('rw', db.messages, async () => {
    await db.messages.where('mid').equals('u_9001/a').modify({ read: true });
    await db.messages.where('mid').equals('u_9001/a').modify({ refusal: 'x' });
  });
  expect(posts.at(-1)).toMatchObject([{ mid: 'u_9001/a', read: true, refusal: 'x' }]);
});

test('a message is announced while its transaction is open, and Dexie tells live queries to read after that', async () => {
  const db = freshChat();
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  const { id: _own, ...row } = (await messageOf(db, 'u_9001/a')) as MessageRow;
  const other = freshChat();
  const events: string[] = [];
  announceMessages(other, ([{ mid } = row]) => events.push(`announced ${mid}`));
  await other.open();
  const onRead = () => events.push('live queries read');
  Dexie.on('storagemutated', onRead);
  try {
    await other.transaction('rw', other.messages, async () => {
      await other.messages.add(row);
      events.push('still open');
    });
  } finally {
    Dexie.on.storagemutated.unsubscribe(onRead);
  }
  expect(events).toEqual(['announced u_9001/a', 'still open', 'live queries read']);
});

test('a read that begins at the announcement finds the message: it waits for the commit', async () => {
  const db = freshChat();
  const reads: Promise<MessageRow | undefined>[] = [];
  announceMessages(db, ([row]) => {
    if (row) reads.push(Dexie.ignoreTransaction(() => Promise.resolve(messageOf(db, row.mid))));
  });
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  expect(await Promise.all(reads)).toMatchObject([{ mid: 'u_9001/a' }]);
});

test('when a transaction fails, what it announced is to be read again; one that announced nothing asks for nothing', async () => {
  const db = freshChat();
  const posts = announced(db);
  await receive(db, [stanza({ id: 'a', at: NOW })]);
  const row = { ...((await messageOf(db, 'u_9001/a')) as MessageRow), mid: 'u_9001/b', id: 77 };
  const breakAfter = (write: () => Promise<unknown>) =>
    db.transaction('rw', db.messages, async () => {
      await write();
      throw new Error('no');
    });
  await expect(breakAfter(() => db.messages.add(row))).rejects.toThrow('no');
  await vi.waitUntil(() => posts.length > 2);
  expect(posts.slice(1)).toEqual([[row], []]);
  await expect(breakAfter(() => db.messages.count())).rejects.toThrow('no');
  await expect(db.messages.add({ ...row, id: 78, mid: 'u_9001/a' })).rejects.toThrow();
  // Ends after both: transactions on one table end in their order.
  await db.messages.add({ ...row, id: 79, mid: 'u_9001/c' });
  expect(posts.slice(3)).toMatchObject([[{ mid: 'u_9001/c' }]]);
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
