import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeMessage } from '../../../contract/chat/message.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { createArchiveWriter, type MessageToArchive } from '../../../server/domains/chat/archive/archive-writer.ts';
import { forgetArchive } from '../../../server/domains/chat/archive/forget.ts';
import { readPage } from '../../../server/domains/chat/archive/page.ts';
import { type ArchiveCopy, writeArchive } from '../../../server/domains/chat/archive/write.ts';
import { countDaily } from '../../../server/domains/chat/daily.ts';
import { edgeFactsOf } from '../../../server/domains/chat/edge-facts.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

let open: OpenDatabase;
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  open = openDatabase(url, () => undefined);
});
afterAll(() => open.close());

const stanza = (mid: string) => `<message xmlns="jabber:client" type="chat" id="${mid}"><body>x</body></message>`;
const message = (from: number, to: number, mid: string): MessageToArchive => ({
  from,
  to,
  mid,
  at: 1_700_000_000_123,
  stanza: stanza(mid),
  isOwnOnly: false,
});
const copy = (owner: number, peer: number, mid: string): ArchiveCopy => ({
  owner,
  peer,
  out: true,
  mid,
  at: 1_700_000_000_123,
  stanza: stanza(mid),
});
const midsOf = async (owner: number) =>
  (await readPage(open.db, owner, { max: 50 }))?.items.map((item) => /id="([^"]*)"/.exec(item.stanza)?.[1]);

test('messages of many senders are stored by one statement, for both sides', async () => {
  let statements = 0;
  const keep = createArchiveWriter({
    execute: (query) => {
      statements += 1;
      return open.db.execute(query);
    },
  } as Pick<OpenDatabase['db'], 'execute'>);
  const all = Array.from({ length: 200 }, (_, n) => message(1_000 + n, 2_000 + (n % 7), `m${n}`));
  const kept = await Promise.all(all.map(keep));
  expect(statements).toBe(1);
  expect(new Set(kept.flatMap(({ own, peers }) => [own, peers])).size).toBe(400);
  expect(await midsOf(1_003)).toEqual(['m3']);
  expect(await midsOf(2_003)).toEqual(all.filter((_, n) => n % 7 === 3).map(({ mid }) => mid));
  // The timestamp keeps the milliseconds of the stanza.
  expect((await readPage(open.db, 1_003, { max: 1 }))?.items[0]?.at.getTime()).toBe(1_700_000_000_123);
});

test('only the message that the database cannot store is refused', async () => {
  const keep = createArchiveWriter(open.db);
  const outcomes = await Promise.allSettled([
    keep(message(10, 11, 'good')),
    keep(message(10, 11, 'a zero \0 in it')),
    keep(message(12, 13, 'as good')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([await midsOf(11), await midsOf(13)]).toEqual([['good'], ['as good']]);
});

test('a reader who pages by id misses no message: a later id never becomes visible before an earlier one', async () => {
  let commit = () => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let begun = () => {};
  const written = new Promise<void>((resolve) => {
    begun = resolve;
  });
  // A service writes within its own long transaction.
  const slow = open.db.transaction(async (tx) => {
    await writeArchive(tx, [copy(20, 21, 'first')]);
    begun();
    await committed;
  });
  await written;
  const quick = writeArchive(open.db, [copy(20, 22, 'second'), copy(23, 20, 'elsewhere')]);
  const isWaiting = async () =>
    (await open.db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount === 1;
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  expect(await midsOf(20)).toEqual([]);
  commit();
  await Promise.all([slow, quick]);
  expect(await midsOf(20)).toEqual(['first', 'second']);
});

test('a message of a service is not archived when its transaction fails', async () => {
  const failed = open.db.transaction(async (tx) => {
    await writeArchive(tx, [copy(30, 1, 'gone')]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await midsOf(30)).toEqual([]);
});

test('writers do not deadlock when they lock the same users in different orders', async () => {
  const people = Array.from({ length: 40 }, (_, n) => 100 + n);
  const rounds = Array.from({ length: 8 }, (_, round) => {
    const order = round % 2 === 0 ? people : people.toReversed();
    return writeArchive(
      open.db,
      order.flatMap((owner) => [copy(owner, 99, 'shared'), copy(owner, 99, `r${round}`)]),
    );
  });
  const ids = (await Promise.all(rounds)).map((written) => new Set(written.map(({ id }) => id)).size);
  expect(ids).toEqual(rounds.map(() => 80));
  expect((await midsOf(100))?.filter((mid) => mid === 'shared')).toHaveLength(1);
});

test("the archive of an account is deleted up to a date or entirely, and no other account's", async () => {
  await writeArchive(open.db, [
    { ...copy(40, 41, 'old'), at: 1_000 },
    copy(40, 41, 'new'),
    { ...copy(41, 40, 'old'), at: 1_000 },
  ]);
  expect(await forgetArchive(open.db, 40, new Date(2_000))).toBe(1);
  expect(await midsOf(40)).toEqual(['new']);
  expect(await forgetArchive(open.db, 40)).toBe(1);
  expect([await midsOf(40), await midsOf(41)]).toEqual([[], ['old']]);
});

const NOON = 1_773_489_600_000;
/** A message from 60 to 61, archived this long before noon. */
const said = (payload: Payload, mid: string, agoMs: number): ArchiveCopy => {
  const at = NOON - agoMs;
  const told = { id: mid, to: 'u_61@t', thread: '', os: '', pkgName: '', nick: '', textAction: '' as const };
  return { owner: 60, peer: 61, out: true, mid, at, stanza: writeMessage({ ...told, payload, at }).toString() };
};

test('gift wishes and invitations of one day to one user are counted, without the message itself', async () => {
  const [wish, invite] = [PAYLOADS.ask_gift[0] as Payload, PAYLOADS.invite_video[0] as Payload];
  const counted = (daily: 'asked' | 'invited', mid = 'new', to = 61) =>
    countDaily(open.db, daily, { from: 60, to, mid }, NOON);
  expect(await counted('asked')).toEqual({ today: 0 });
  await writeArchive(open.db, [
    said(wish, 'w0', 25 * HOUR_MS),
    said(wish, 'w1', 3 * HOUR_MS),
    said(wish, 'w2', HOUR_MS),
    said(invite, 'i1', 2 * HOUR_MS),
    said({ kind: 'text', body: '<x xmlns="urn:gemcall:message:1" type="19"' }, 't1', HOUR_MS),
    { ...said(wish, 'w3', HOUR_MS), out: false },
    { ...said(wish, 'w4', HOUR_MS), peer: 62 },
  ]);
  expect(await counted('asked')).toEqual({ today: 2, lastAt: NOON - HOUR_MS });
  expect(await counted('asked', 'w2')).toEqual({ today: 1, lastAt: NOON - 3 * HOUR_MS });
  expect(await counted('invited')).toEqual({ today: 1, lastAt: NOON - 2 * HOUR_MS });
  const facts = edgeFactsOf(open.db, { now: () => NOON });
  const known = await facts.load({ gift: 'rose', daily: 'asked' }, { from: 60, to: 61, mid: 'new' });
  const gift = { id: 'rose', price: 10 };
  const counts = { today: 2, lastAt: NOON - HOUR_MS };
  expect(known).toEqual({ media: new Map(), lockId: expect.any(String), now: NOON, gift, ...counts });
  const none = await facts.load({ gift: 'no-such-gift' }, { from: 60, to: 61, mid: 'new' });
  expect(none.gift).toBeUndefined();
});
