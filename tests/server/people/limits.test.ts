import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { peopleRoutes } from '../../../server/domains/people/xmpp.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';

let api: TestApi;
let ann: User;
let ben: User;
beforeAll(async () => {
  // A fake date keeps all calls within the same minute on a slow machine.
  vi.useFakeTimers({ toFake: ['Date'] });
  api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on' });
  [ann, ben] = [await api.guest(), await api.guest()];
});
afterAll(async () => {
  vi.useRealTimers();
  await api?.close();
});

const statuses = async (times: number, act: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) seen.push((await act()).status);
  return seen;
};
const change = (user: User, action: string) => () => api.call('changeRelation', { targetUid: 9001, action }, { user });

test('an account sends at most 30 friend requests a minute over both endpoints, and other accounts are not affected', async () => {
  expect(await statuses(15, change(ann, 'request'))).toEqual(Array(15).fill(200));
  const auto = () => api.call('autoAddFriend', { targetUid: 9002 }, { user: ann });
  expect(await statuses(15, auto)).toEqual(Array(15).fill(200));
  const refused = await auto();
  expect(refused).toMatchObject({ status: 429, result: 429 });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await statuses(1, change(ann, 'request'))).toEqual([429]);
  expect(await statuses(1, change(ann, 'like'))).toEqual([200]);
  expect(await statuses(1, change(ben, 'request'))).toEqual([200]);
});

test('an account files at most 30 reports a minute', async () => {
  const report = () => api.call('report', { targetUid: 9001, reason: 'spam' }, { user: ann });
  expect(await statuses(31, report)).toEqual([...Array(30).fill(200), 429]);
});

test('an account changes its likes and favourites at most 240 times a minute together', async () => {
  expect(await statuses(240, change(ben, 'like'))).toEqual(Array(240).fill(200));
  const favour = await api.call('changeFavourite', { targetUid: 9001, favourite: true }, { user: ben });
  expect(favour.status).toBe(429);
});

test('a call that was refused for its rate is not stored under its operation id', async () => {
  const operation = 'rate-operation';
  expect(await api.call('report', { targetUid: 9002, reason: 'spam' }, { user: ann, operation })).toMatchObject({
    status: 429,
  });
  const { rowCount } = await api.pool.query('select 1 from operation where key = $1', [operation]);
  expect(rowCount).toBe(0);
});

test('an account saves its profile at most 60 times a minute', async () => {
  const save = () => api.call('updateProfile', { about: 'again' }, { user: ann });
  expect(await statuses(61, save)).toEqual([...Array(60).fill(200), 429]);
});

test('the same rates apply to cards and blocks over XMPP', async () => {
  // A fixed clock, so that the limit does not refill on a slow machine.
  const routes = peopleRoutes({ db: api.db, domain: 'localhost', rateLimits: true, clock: { now: () => 0 } });
  const user = `u_${ben.id}`;
  const ask = (path: keyof typeof routes, body: object) => routes[path](body);
  const setCard = () => ask('/xmpp/vcard', { user, of: user, card: '<vCard xmlns="vcard-temp"/>' });
  expect(await statuses(61, setCard)).toEqual([...Array(60).fill(200), 429]);
  const block = (count: number) => () =>
    ask('/xmpp/blocklist', { user, action: 'block', items: Array(count).fill('u_9003@localhost') });
  expect(await statuses(1, block(51))).toEqual([400]);
  expect(await statuses(5, block(50))).toEqual([200, 200, 200, 200, 429]);
  // Reads are not limited by it.
  expect(await statuses(1, () => ask('/xmpp/blocklist', { user, action: 'list', items: [] }))).toEqual([200]);
  expect(await statuses(1, () => ask('/xmpp/vcard', { user, of: 'u_9001' }))).toEqual([200]);
});

test('the card of another user cannot be set over XMPP, and a request needs a sender', async () => {
  const routes = peopleRoutes({ db: api.db, domain: 'localhost', rateLimits: false });
  const ask = async (path: keyof typeof routes, body: unknown) => (await routes[path](body)).status;
  const card = '<vCard xmlns="vcard-temp"><FN>Fool</FN></vCard>';
  expect(await ask('/xmpp/vcard', { user: `u_${ann.id}`, of: `u_${ben.id}`, card })).toBe(403);
  expect(await ask('/xmpp/vcard', { user: 'hub', of: `u_${ben.id}` })).toBe(404);
  expect(await ask('/xmpp/vcard', undefined)).toBe(400);
  expect(await ask('/xmpp/vcard', { user: `u_${ann.id}`, of: `u_${ann.id}`, card: '<!DOCTYPE a><a/>' })).toBe(400);
  const items = ['u_9001@elsewhere'];
  expect(await ask('/xmpp/blocklist', { user: `u_${ann.id}`, action: 'block', items })).toBe(404);
});
