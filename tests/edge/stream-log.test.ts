import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type PgStreamLog, pgStreamLog } from '../../server/platform/realtime/stream-log.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { startProxy, type TcpProxy } from '../harness/servers/proxy.ts';

const silent = { info: () => undefined, warn: () => undefined };
/** An interval that never elapses within a test. */
const NEVER_MS = 3_600_000;
const QUIET = { seenEveryMs: NEVER_MS, awayAfterMs: NEVER_MS, sweepEveryMs: NEVER_MS };
let databaseUrl: string;
let database: pg.Client;
let proxy: TcpProxy;
let log: PgStreamLog;
let announced: string[];

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  database.on('notification', ({ payload }) => announced.push(payload ?? ''));
  await database.query('LISTEN presence_changed');
  proxy = await startProxy(Number(new URL(databaseUrl).port));
});
afterAll(async () => {
  await proxy.close();
  await database.end();
});
beforeEach(() => {
  announced = [];
});
afterEach(async () => {
  proxy.blackhole(false);
  proxy.refuse(false);
  await log.close();
  await database.query('DELETE FROM online_stream');
});

async function startLog(times: Partial<Parameters<typeof pgStreamLog>[2]> = {}): Promise<void> {
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  log = pgStreamLog(url.href, silent, { ...QUIET, ...times });
  await log.ready;
}

const noted = async () =>
  (await database.query<{ stream_id: string }>('SELECT stream_id FROM online_stream ORDER BY 1')).rows.map(
    (row) => row.stream_id,
  );
const becomes = (streams: readonly string[]) => expect.poll(noted, { timeout: 20_000, interval: 20 }).toEqual(streams);

test('the stream log has the streams that were opened during an outage of the database, and not those that were closed', async () => {
  await startLog();
  log.opened('went', 1);
  log.opened('stayed', 2);
  await becomes(['stayed', 'went']);
  proxy.refuse(true);
  proxy.reset();
  log.closed('went', false);
  log.opened('came', 3);
  log.opened('came and went', 4);
  log.closed('came and went', true);
  proxy.refuse(false);
  await becomes(['came', 'stayed']);
  expect(announced).toContain('1 went');
  expect(announced).not.toContain('4');
});

test('a database session that stopped answering is replaced, and its lost writes are repeated', async () => {
  await startLog({ answerMs: 1_000 });
  log.opened('went', 1);
  await becomes(['went']);
  proxy.blackhole(true);
  log.closed('went', true);
  log.opened('came', 2);
  const before = proxy.accepted;
  await expect.poll(() => proxy.accepted, { timeout: 20_000 }).toBeGreaterThan(before);
  proxy.blackhole(false);
  await becomes(['came']);
});

test('an idle database session that is dead is replaced too', async () => {
  await startLog({ answerMs: 1_000, sweepEveryMs: 100, seenEveryMs: 100 });
  const before = proxy.accepted;
  proxy.blackhole(true);
  await expect.poll(() => proxy.accepted, { timeout: 20_000 }).toBeGreaterThan(before);
});

test('streams of a process without heartbeats count as ended and are announced, and those of a live process remain', async () => {
  await database.query(`INSERT INTO online_stream (stream_id, uid, process_id, seen_at) VALUES
    ('dead', 1, 'gone', now() - interval '46 seconds'), ('alive', 2, 'there', now() + interval '1 hour')`);
  await startLog({ seenEveryMs: 20, sweepEveryMs: 20, awayAfterMs: 45_000 });
  await becomes(['alive']);
  await expect.poll(() => announced).toContain('1 dead');
});

test('streams of other processes are not swept when the database was down, until each process had time to refresh them', async () => {
  await database.query(`INSERT INTO online_stream (stream_id, uid, process_id, seen_at) VALUES
    ('late', 1, 'other', now() - interval '1 hour')`);
  await startLog({ sweepEveryMs: 10, awayAfterMs: 45_000, answerMs: 5_000 });
  log.opened('mine', 2);
  await becomes(['late', 'mine']);
});

test('streams are refreshed at intervals, and are written again when another process swept them', async () => {
  await startLog({ seenEveryMs: 50, sweepEveryMs: 50 });
  log.opened('one', 1);
  log.opened('two', 2);
  await becomes(['one', 'two']);
  const { rows } = await database.query('SELECT max(seen_at) AS at FROM online_stream');
  const later = () => database.query('SELECT 1 FROM online_stream WHERE seen_at > $1', [rows[0].at]);
  await expect.poll(async () => (await later()).rowCount, { timeout: 20_000 }).toBe(2);
  await database.query(`DELETE FROM online_stream WHERE stream_id = 'one'`);
  await becomes(['one', 'two']);
});

test('closed streams are removed at once, and those closed for good are announced as final, however many close together', async () => {
  await startLog();
  const ids = Array.from({ length: 500 }, (_, index) => `s${index}`);
  for (const [index, id] of ids.entries()) log.opened(id, 1_000 + index);
  await becomes([...ids].sort());
  for (const [index, id] of ids.entries()) log.closed(id, index % 2 === 0);
  await becomes([]);
  await expect.poll(() => announced.filter((payload) => payload.endsWith(' !')).length).toBe(250);
});
