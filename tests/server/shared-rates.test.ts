import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../contract/durations.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { forgetRates, type SharedRate, shareRates } from '../../server/platform/limits/shared-rates.ts';
import { newOpenId, startApi } from './../harness/api.ts';
import { callClient, shownOf } from '../harness/calls/call-client.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { startWholeBackend } from '../harness/servers/backend.ts';

const log = { info: () => undefined, warn: () => undefined };
let processes: OpenDatabase[] = [];
let now = Date.UTC(2026, 0, 15, 12);
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  processes = [openDatabase(url, () => undefined), openDatabase(url, () => undefined)];
});
afterAll(async () => void (await Promise.all(processes.map(({ close }) => close()))));

const rates = () => processes.map(({ db }) => shareRates(db, true, { now: () => now }, log));

test.each<[SharedRate, number, number]>([
  ['login from', 5, 60_000],
  ['known login from', 30, 60_000],
  ['login to', 5, 60_000],
  ['wrong password', 30, 60_000],
  ['wrong password of known', 5, 60_000],
  ['wrong operator', 30, 60_000],
  ['recovery mail', 5, HOUR_MS],
  ['call', 20, 60_000],
  ['match', 10, 60_000],
  ['upload', 30, 60_000],
  ['part', 300, 60_000],
  ['archive', 22, 10_000],
])(
  'two processes share the limit of %s: %i per key are allowed, and the next ones wait for the end of %i ms',
  async (what, max, windowMs) => {
    const [one, other] = rates();
    if (!one || !other) throw new Error('There are two');
    const whom = `${what} of somebody`;
    // Simultaneous requests at both processes must not exceed the limit.
    const asked = await Promise.all(Array.from({ length: max + 4 }, (_, n) => (n % 2 ? one : other)(what, whom)));
    expect(asked.filter((waitMs) => waitMs === 0)).toHaveLength(max);
    now += windowMs - 1;
    expect([await one(what, whom), await other(what, whom)]).toEqual([1, 1]);
    expect(await other(what, 'somebody else')).toBe(0);
    now += 1;
    expect([await one(what, whom), await other(what, whom)]).toEqual([0, 0]);
  },
);

test('a window that was counted by a clock an hour ahead ends when the clock is right again', async () => {
  const [one] = rates();
  if (!one) throw new Error('There are two');
  now += HOUR_MS;
  for (let n = 0; n < 20; n += 1) await one('call', 'ahead');
  expect(await one('call', 'ahead')).toBeGreaterThan(0);
  now -= HOUR_MS;
  expect(await one('call', 'ahead')).toBe(0);
});

test('expired windows are deleted, and open ones are not', async () => {
  const [one] = processes;
  if (!one) throw new Error('There are two');
  const take = shareRates(one.db, true, { now: () => now }, log);
  await take('call', 'earlier');
  now += 2 * HOUR_MS;
  for (let n = 0; n < 20; n += 1) await take('call', 'now');
  await forgetRates(one.db, { now: () => now }).run(new AbortController().signal);
  const { rows } = await one.pool.query('select key from rate_use order by key');
  expect(rows).toEqual([{ key: 'call now' }]);
  expect(await take('call', 'now')).toBeGreaterThan(0);
});

test('the limit of the process alone applies when the database is down', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', () => undefined, 500);
  expect(await shareRates(gone.db, true, { now: () => now }, log)('call', 1)).toBe(0);
  await gone.close();
});

test('logins at another process count towards the limit of this one', async () => {
  const api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on' });
  const elsewhere = shareRates(api.db, true, Date, log);
  for (let n = 0; n < 4; n += 1) await elsewhere('login from', '127.0.0.1');
  const logIn = () => api.call('login', { openId: newOpenId(), channel: 'guest' });
  expect([(await logIn()).status, (await logIn()).status]).toEqual([200, 429]);
  await api.close();
});

test('calls and archive pages at another process count towards the limit of this one', async () => {
  const backend = await startWholeBackend(inject('postgresUrl'), { env: { RATE_LIMITS: 'on' } });
  const { db, close } = openDatabase(backend.databaseUrl, () => undefined);
  const elsewhere = shareRates(db, true, Date, log);
  const user = await backend.logIn(100_001);
  for (let n = 0; n < 20; n += 1) await elsewhere('call', user.id);
  for (let n = 0; n < 22; n += 1) await elsewhere('archive', user.id);
  const client = await backend.connect(user);
  const called = await callClient(client).ask('SessionRequest', '', {
    callee: 9_001,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(9_001),
  });
  expect(called.refusal).toBe('rate');
  client.send(`<iq xmlns='jabber:client' type='set' id='page'><query xmlns='urn:xmpp:mam:2' queryid='q'/></iq>`);
  const page = await client.take('the answer', ({ attrs }) => attrs['id'] === 'page');
  expect([page.attrs['type'], page.getChild('error')?.attrs['type']]).toEqual(['error', 'wait']);
  await close();
  await backend.close();
});
