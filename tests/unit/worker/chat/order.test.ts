import xml from '@xmpp/xml';
import Dexie from 'dexie';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Acceptance } from '#contract/chat/acceptance.ts';
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts';
import { receiveBatch } from '../../../../worker/chat/incoming/receive.ts';
import { settleOutbox } from '../../../../worker/chat/settle.ts';
import { compareMessages, isPending, PENDING_PLACE, PENDING_STAMP } from '../../../../worker/db/reads/message-order.ts';
import { readNewestIncoming } from '../../../../worker/db/reads/messages.ts';
import { messagesInOrder } from '../../../../worker/db/reads/messages-in-order.ts';
import { searchMessages } from '../../../../worker/db/reads/search.ts';
import { type ChatDb, openChatDb } from '../../../../worker/db/schema.ts';
import { outgoingRow, writeOutgoing } from '../../../../worker/db/writes/outgoing.ts';
import { freshChat, session } from '../support/databases.ts';
import { context, messageOf, NOW, receive, unreadOf } from '../support/receiving.ts';
import { archived, carbon, chat, HOST, ME, MY_TAB, read } from '../support/stanzas.ts';

const TID = 'u_9001';
const MINE = 'u_100001';

const place = fc.record({
  stamp: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(PENDING_STAMP)),
  archiveId: fc.integer({ min: 0, max: 3 }),
  id: fc.integer({ min: 1, max: 50 }),
});

test('the order of messages is total, and pending messages are at the end', () => {
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: ({ id }) => id, minLength: 2 }), (rows) => {
      const sorted = rows.toSorted(compareMessages);
      expect(sorted.toReversed().toSorted(compareMessages)).toEqual(sorted);
      for (const [at, row] of sorted.entries()) {
        for (const later of sorted.slice(at + 1)) expect(compareMessages(row, later)).toBeLessThan(0);
      }
      const pending = sorted.map(isPending);
      expect(pending).toEqual(pending.toSorted((a, b) => Number(a) - Number(b)));
    }),
  );
});

/** A message of the peer, or a copy of an own one, as the account's archive states it. */
const arrives = (db: ChatDb, id: string, at: number, archiveId: number, out = false) =>
  receive(db, [
    archived(out ? chat({ id, at, from: MY_TAB, to: HOST }) : chat({ id, at, body: `words ${id}` }), {
      id: String(archiveId),
    }),
  ]);

/** Writes an own message at a time of the device's clock. */
const type = (db: ChatDb, id: string, now: number) =>
  writeOutgoing(
    db,
    { tid: TID, mid: `${MINE}/${id}`, stanzaId: id },
    () => true,
    (thread) =>
      outgoingRow(session, { os: '', pkgName: '' }, thread, `${MINE}/${id}`, now, {
        kind: 'text',
        body: `words ${id}`,
      }),
  );

/** Settles the messages in the outbox that the server accepted. */
async function accept(db: ChatDb, acceptances: readonly Acceptance[]): Promise<void> {
  const rows = await db.outbox.toArray();
  const ids = new Set(acceptances.map(({ id }) => id));
  await settleOutbox(
    db,
    rows.filter(({ stanzaId }) => ids.has(stanzaId)),
    [],
    acceptances,
  );
}

const shown = async (db: ChatDb) => (await messagesInOrder(db, TID).toArray()).map(({ mid }) => mid.split('/')[1]);
const threadOf = (db: ChatDb) => db.threads.get(9001);

test.each([0, HOUR_MS, DAY_MS, -HOUR_MS, -DAY_MS])(
  'an own message written with a clock %i ms off stands before its answer once it is accepted',
  async (off) => {
    const db = freshChat();
    await arrives(db, 'question', NOW, 1);
    await type(db, 'mine', NOW + 1_000 + off);
    // The peer read it on another device of the account and answered, before the acceptance arrived here.
    await arrives(db, 'answer', NOW + 9_000, 3);
    expect(await shown(db)).toEqual(['question', 'answer', 'mine']);
    expect(await threadOf(db)).toMatchObject({ lastMid: `${MINE}/mine`, lastOut: true, lastState: 'sending' });
    await accept(db, [{ id: 'mine', at: NOW + 5_000, archiveId: 2 }]);
    expect(await shown(db)).toEqual(['question', 'mine', 'answer']);
    expect(await messageOf(db, `${MINE}/mine`)).toMatchObject({ date: NOW + 5_000, state: 'success' });
    expect(await threadOf(db)).toMatchObject({ lastMid: 'u_9001/answer', lastDate: NOW + 9_000 });
  },
);

test('a message that is not accepted stays at the end when newer messages arrive, and the list shows it', async () => {
  const db = freshChat();
  await arrives(db, 'a', NOW, 1);
  await type(db, 'refused', NOW);
  await settleOutbox(
    db,
    [],
    (await db.outbox.toArray()).map((row) => [row, 'blocked'] as const),
  );
  await type(db, 'waits', NOW);
  await arrives(db, 'b', NOW + HOUR_MS, 2);
  expect(await shown(db)).toEqual(['a', 'b', 'refused', 'waits']);
  const thread = await threadOf(db);
  expect(thread).toMatchObject({ lastMid: `${MINE}/waits`, lastDate: NOW + HOUR_MS });
  // A notification is about what arrived.
  expect(thread && (await readNewestIncoming(thread, db))?.mid).toBe('u_9001/b');
  const hits: string[] = [];
  await searchMessages(
    TID,
    'words',
    (rows) => void hits.push(...rows.map(({ mid }) => mid)),
    new AbortController().signal,
    db,
  );
  expect(hits).toEqual([`${MINE}/waits`, `${MINE}/refused`, 'u_9001/b', 'u_9001/a']);
});

test('an own message whose acceptance was lost takes its place from the archive', async () => {
  const db = freshChat();
  await arrives(db, 'a', NOW, 1);
  await type(db, 'mine', NOW + DAY_MS);
  const [row] = await db.outbox.toArray();
  await settleOutbox(db, row ? [row] : [], []);
  await arrives(db, 'b', NOW + 2, 3);
  expect(await shown(db)).toEqual(['a', 'b', 'mine']);
  // Its place was estimated, so it reads nothing yet.
  expect(await unreadOf(db, TID)).toBe(2);
  await arrives(db, 'mine', NOW + 1, 2, true);
  expect(await shown(db)).toEqual(['a', 'mine', 'b']);
  expect(await threadOf(db)).toMatchObject({ lastMid: 'u_9001/b', lastDate: NOW + 2, unread: 1 });
});

test('an own answer reads what came before it, on the writing device and on the others', async () => {
  const [writing, other] = [freshChat(), freshChat()];
  for (const db of [writing, other]) for (const n of [1, 2, 3]) await arrives(db, `m${n}`, NOW + n * 10, n * 10);
  await type(writing, 'answer', NOW);
  await accept(writing, [{ id: 'answer', at: NOW + 25, archiveId: 25 }]);
  const own = chat({ id: 'answer', at: NOW + 25, from: MY_TAB, to: HOST });
  own.append(xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', by: ME, id: '25' }));
  await receive(other, [carbon('sent', own)]);
  for (const db of [writing, other]) {
    expect(await shown(db)).toEqual(['m1', 'm2', 'answer', 'm3']);
    expect(await unreadOf(db, TID)).toBe(1);
    expect(await messageOf(db, 'u_9001/m3')).toMatchObject({ read: false });
  }
});

test('a mark that is faster than the acceptance counts for the sent messages, not for one that waits for its upload', async () => {
  const db = freshChat();
  await arrives(db, 'a', NOW, 1);
  await type(db, 'upload', NOW);
  await db.outbox.toCollection().modify({ waitsFor: 'file' });
  for (const id of ['x', 'y', 'z']) await type(db, id, NOW);
  const mark = xml('received', { xmlns: 'urn:xmpp:receipts', id: 'y' });
  const stanza = xml('message', { type: 'chat', id: 'r', from: `${HOST}/phone`, to: ME }, mark);
  await receiveBatch(db, [read(stanza)], context());
  const reached = async () =>
    Object.fromEntries(
      (await messagesInOrder(db, TID).toArray()).map(({ mid, reached: how }) => [mid.split('/')[1], how]),
    );
  expect(await reached()).toEqual({ a: 'none', upload: 'none', x: 'delivered', y: 'delivered', z: 'none' });
  await accept(db, [{ id: 'x', at: NOW + 1, archiveId: 2 }]);
  await accept(db, [{ id: 'y', at: NOW + 2, archiveId: 3 }]);
  await accept(db, [{ id: 'z', at: NOW + 3, archiveId: 4 }]);
  expect(await reached()).toEqual({ a: 'none', x: 'delivered', y: 'delivered', z: 'none', upload: 'none' });
});

/** The messages of a conversation in the order of the server: who wrote each, and whether it has the same stamp as the one before. */
const anyLog = fc.array(fc.record({ isMine: fc.boolean(), isSame: fc.boolean() }), { minLength: 1, maxLength: 8 });

test('all devices of both peers end with the same order, list entry and search hits', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      fc.infiniteStream(fc.nat(99)),
      fc.integer({ min: -1, max: 1 }),
      async (log, chance, off) => {
        let stamp = NOW;
        const messages = log.map(({ isMine, isSame }, at) => {
          if (!isSame) stamp += 10;
          return { id: `m${at}`, isMine, at: stamp, archiveId: at + 1 };
        });
        const pick = (max: number) => (chance.next().value ?? 0) % Math.max(max, 1);
        const [writing, second, peers] = [freshChat(), freshChat(), freshChat()];
        await arrives(writing, 'first', NOW - 1, 1_000);
        await arrives(second, 'first', NOW - 1, 1_000);
        await arrives(peers, 'first', NOW - 1, 1_000);

        // The writing device: its own messages are written in order, at any time before they are accepted.
        const own = messages.filter(({ isMine }) => isMine);
        const steps = [...messages];
        let [typed, settled] = [0, 0];
        while (steps.length > 0 || settled < own.length) {
          const next = own[settled];
          if (typed < own.length && pick(2) === 0) {
            await type(writing, own[typed]?.id ?? '', NOW + off * DAY_MS);
            typed += 1;
          } else if (next && settled < typed && pick(2) === 0) {
            await accept(writing, [{ id: next.id, at: next.at, archiveId: next.archiveId }]);
            settled += 1;
          } else {
            const [one] = steps.splice(pick(steps.length), 1);
            if (one && !one.isMine) await arrives(writing, one.id, one.at, one.archiveId);
          }
        }
        for (const { id, isMine, at, archiveId } of messages.toSorted(() => pick(2) - 0.5)) {
          await arrives(second, id, at, archiveId, isMine);
          // The peer's archive has other ids in the same order; here all is incoming.
          await arrives(peers, id, at, archiveId * 7);
        }
        const expected = ['first', ...messages.map(({ id }) => id)];
        for (const db of [writing, second, peers]) {
          expect(await shown(db)).toEqual(expected);
          const thread = await threadOf(db);
          expect([thread?.lastMid.split('/')[1], thread?.lastDate]).toEqual([expected.at(-1), messages.at(-1)?.at]);
          db.close();
        }
      },
    ),
    { numRuns: 10 },
  );
}, 60_000);

test('rows of an older build keep their order, and what waits or was refused is at the end', async () => {
  const empty = freshChat();
  await arrives(empty, 'a', NOW, 1);
  for (const id of ['sent', 'waits', 'refused']) await type(empty, id, NOW);
  const [messages, threads] = [await empty.messages.toArray(), await empty.threads.toArray()];
  await empty.delete();

  // The same database as version 3.1 stored it.
  const older = new Dexie('chat');
  older.version(3.1).stores({
    users: 'uid, &jid',
    threads: 'id, &tid, lastDate',
    messages: '++id, &mid, tid, date, [tid+date], unreadIn, unsupportedType, answers',
    videocalls: 'vid, caller, callee, startTime',
    outbox: '++id, about, tid',
    sync: 'key',
    hidden: 'mid',
  });
  const states: Record<string, object> = { sent: { state: 'success', date: NOW + 5 }, refused: { state: 'error' } };
  await older
    .table('messages')
    .bulkAdd(
      messages.map(({ stamp: _stamp, archiveId: _id, ...row }) => ({ ...row, ...states[row.mid.split('/')[1] ?? ''] })),
    );
  await older.table('threads').bulkAdd(threads.map(({ lastPlace: _place, ...row }) => row));
  await older.table('outbox').add({ kind: 'message', about: `${MINE}/waits`, tid: TID, stanzaId: 'waits', to: HOST });
  older.close();

  const db = openChatDb();
  expect(await shown(db)).toEqual(['a', 'sent', 'waits', 'refused']);
  expect(await messageOf(db, `${MINE}/sent`)).toMatchObject({ stamp: NOW + 5, archiveId: 0 });
  for (const id of ['waits', 'refused']) expect(await messageOf(db, `${MINE}/${id}`)).toMatchObject(PENDING_PLACE);
  await arrives(db, 'sent', NOW + 4, 2, true);
  expect(await messageOf(db, `${MINE}/sent`)).toMatchObject({ date: NOW + 4, stamp: NOW + 4, archiveId: 2 });
  await db.delete();
});
