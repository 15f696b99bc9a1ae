import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../contract/durations.ts';
import { followLeadership, type Leadership } from '../../server/platform/services/leader.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { startProxy, type TcpProxy } from '../harness/servers/proxy.ts';

const silent = { info: () => undefined, warn: () => undefined };
const TIMES = { termMs: 1_500, trustedMs: 1_000, askEveryMs: 100 };
let databaseUrl: string;
const proxies: TcpProxy[] = [];

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
});
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

/** A process with its own connection to the database. `events` collects what all processes did, in order. */
async function follow(name: string, events: string[]) {
  const proxy = await startProxy(Number(new URL(databaseUrl).port));
  proxies.push(proxy);
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  const role = { begin: () => void events.push(`${name} begins`), end: () => void events.push(`${name} ends`) };
  const leadership: Leadership = followLeadership(url.href, silent, role, 'components', TIMES);
  return { proxy, leadership };
}
const until = (condition: () => boolean) => expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);

test('a leader that lost the database stops before its successor starts, and does not lead again until the successor ends', async () => {
  const events: string[] = [];
  const one = await follow('one', events);
  await until(() => events.includes('one begins'));
  const two = await follow('two', events);
  one.proxy.blackhole(true);
  await until(() => events.includes('two begins'));
  one.proxy.blackhole(false);
  const accepted = one.proxy.accepted;
  one.proxy.reset();
  await until(() => one.proxy.accepted > accepted && one.proxy.connections > 0);
  expect(events).toEqual(['one begins', 'one ends', 'two begins']);
  await two.leadership.close();
  await until(() => events.length === 5);
  expect(events.slice(3)).toEqual(['two ends', 'one begins']);
  await one.leadership.close();
});

test('a leader continues through a short outage of the database', async () => {
  const events: string[] = [];
  const one = await follow('one', events);
  await until(() => events.includes('one begins'));
  const { accepted } = one.proxy;
  one.proxy.reset();
  await until(() => one.proxy.accepted > accepted);
  await one.leadership.close();
  expect(events).toEqual(['one begins', 'one ends']);
});

test('a lease that lies an hour in the future is taken over after a term, and meanwhile the work has no leader', async () => {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query(`insert into leader (work, holder, until) values ('components', 'dead', now() + interval '1 hour')
    on conflict (work) do update set holder = excluded.holder, until = excluded.until`);
  const events: string[] = [];
  const begun = performance.now();
  const { leadership } = await follow('one', events);
  await until(() => leadership.leaderlessMs() > TIMES.termMs / 2);
  expect(events).toEqual([]);
  await until(() => events.includes('one begins'));
  expect(performance.now() - begun).toBeGreaterThan(TIMES.termMs);
  expect(leadership.leaderlessMs()).toBeLessThan(TIMES.termMs);
  await leadership.close();
  await pool.end();
});

test('a lease that is renewed is not taken over, however far in the past or the future it lies', async () => {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const events: string[] = [];
  const one = await follow('one', events);
  await until(() => events.includes('one begins'));
  const two = await follow('two', events);
  // Another clock: each renewal of the living leader is moved by an hour.
  await pool.query(`create function moved() returns trigger language plpgsql as
    $$ begin new.until := new.until + interval '1 hour'; return new; end $$`);
  await pool.query('create trigger moved before update on leader for each row execute function moved()');
  const renewals = async () => (await pool.query('select until::text from leader')).rows[0]?.until;
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await renewals()).size, { timeout: 20_000, interval: 20 }).toBeGreaterThan(20);
  expect(two.leadership.leaderlessMs()).toBeLessThan(TIMES.termMs);
  expect(events).toEqual(['one begins']);
  await pool.query('drop trigger moved on leader');
  await two.leadership.close();
  await one.leadership.close();
  await pool.end();
});

test('a lease that was given back keeps the time of the server and is taken at once, also when the machine was set back', async () => {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const ahead = () => Date.now() + HOUR_MS;
  const events: string[] = [];
  const lead = (name: string, now: () => number) => {
    const role = { begin: () => void events.push(name), end: () => undefined };
    return followLeadership(databaseUrl, silent, role, 'jobs', TIMES, name, { now });
  };
  const startedAt = ahead();
  const one = lead('one', ahead);
  await until(() => events.includes('one'));
  await one.close();
  const { rows } = await pool.query(`select holder, until from leader where work = 'jobs'`);
  expect(rows).toEqual([{ holder: '', until: expect.any(Date) }]);
  expect(rows[0].until.getTime()).toBeGreaterThan(startedAt);
  const begun = performance.now();
  const two = lead('two', Date.now);
  await until(() => events.includes('two'));
  expect(performance.now() - begun).toBeLessThan(TIMES.termMs);
  await two.close();
  await pool.end();
});
