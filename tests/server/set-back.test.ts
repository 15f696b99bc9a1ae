import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import { PUSH_LEASE_MS } from '../../server/domains/push/bounds.ts';
import { takeDue } from '../../server/domains/push/due.ts';
import { LEADER_TERM_MS } from '../../server/platform/database/bounds.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { serverNow } from '../../server/platform/database/server-now.ts';
import { pgStreamLog } from '../../server/platform/realtime/stream-log.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';

const silent = { info: () => undefined, warn: () => undefined };
let url: string;
let open: OpenDatabase;
beforeAll(async () => {
  url = await freshDatabase(inject('postgresUrl'), 'accounts');
  open = openDatabase(url, () => undefined);
});
afterAll(() => open?.close());

const rows = async (text: string, values: readonly unknown[] = []) => (await open.pool.query(text, [...values])).rows;
/** Leaves the lease that a leader renewed just before the clock of the database was set back by `by` ms. */
const setBack = (by: number) =>
  rows(
    `insert into leader values ('jobs', 'someone', now() + $1 * interval '1 ms')
      on conflict (work) do update set until = excluded.until`,
    [by + LEADER_TERM_MS],
  );

test.each([HOUR_MS, DAY_MS])('a push whose lease has ended is sent when the clock is set back by %i ms', async (by) => {
  await setBack(by);
  await rows('delete from push_job');
  await rows(
    `insert into push_job (uid, tag, kind, about, ids, n, at, due_at, expires_at, sending)
      values (100001, 'tasks', 'checkIn', '{}', '{a}', 1, now(), now() + $1 * interval '1 ms', now() + interval '9 days', 0)`,
    [by - SECOND_MS],
  );
  expect(await takeDue(open.db, 10)).toMatchObject([{ uid: 100_001, tag: 'tasks' }]);
  expect(await takeDue(open.db, 10)).toEqual([]);
  const [lease] = await rows('select extract(epoch from due_at - now()) * 1000 as ms from push_job');
  expect(Number(lease.ms)).toBeGreaterThan(by);
  expect(Number(lease.ms)).toBeLessThan(by + PUSH_LEASE_MS + MINUTE_MS);
});

test('the streams of a dead process end when the clock is set back, and those of a living one stay', async () => {
  await setBack(HOUR_MS);
  await rows(
    `insert into online_stream (stream_id, uid, process_id, seen_at) values ('dead', 100001, 'dead', now() + $1 * interval '1 ms')`,
    [HOUR_MS - MINUTE_MS],
  );
  const living = pgStreamLog(url, silent, { sweepEveryMs: 10, seenEveryMs: 10 });
  await living.ready;
  living.opened('living', 264_457_002);
  const streams = async () => (await rows('select stream_id from online_stream')).map(({ stream_id }) => stream_id);
  await expect.poll(streams, { timeout: 10_000, interval: 10 }).toEqual(['living']);
  await living.close();
});

test('the time of the server is that of the database when no lease is ahead of it', async () => {
  await rows('delete from leader');
  const same = async () => (await open.db.execute(sql`select ${serverNow} = now() as same`)).rows;
  expect(await same()).toEqual([{ same: true }]);
  await setBack(-HOUR_MS);
  expect(await same()).toEqual([{ same: true }]);
});
