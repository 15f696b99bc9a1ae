import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
