import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { HostFilter } from '../../../contract/people/host-query.ts';
import { ageOf } from '../../../server/domains/people/profile/profile.ts';
import { type Discovery, FIRST_HOST, HOSTS, sorted, startDiscovery, uidsOf } from '../hosts.ts';

let discovery: Discovery;
const at = (n: number) => FIRST_HOST + n;
const every = (step: number, rest: number) => HOSTS.filter((uid) => (uid - FIRST_HOST) % step === rest);

beforeAll(async () => {
  discovery = await startDiscovery(inject('postgresUrl'));
  const { pool } = discovery.api;
  await pool.query(`update anchor set country = 'BR' where uid % 5 = 0`);
  await pool.query('update anchor set price = 20 + 10 * (uid % 4)');
  await pool.query(`update account set nick_name = 'Işıl Weiß' where uid = $1`, [at(3)]);
  await pool.query(`update account set nick_name = 'Isil Weissmann' where uid = $1`, [at(4)]);
});
afterAll(() => discovery?.api.close());
beforeEach(() => discovery.forget());

const find = async (filter: HostFilter & { readonly sort?: 'hot' | 'new'; readonly limit?: number }, cursor = '') => {
  const { api, sam } = discovery;
  const { msg, data } = await api.call('findAnchors', { sort: 'hot', ...filter, cursor }, { user: sam });
  if (msg !== '') throw new Error(msg);
  return data;
};
async function findAll(filter: HostFilter & { readonly sort?: 'hot' | 'new' }) {
  const all = [];
  let cursor = '';
  do {
    const page = await find({ ...filter, limit: 40 }, cursor);
    all.push(...page.anchors);
    cursor = page.nextCursor;
  } while (cursor !== '');
  return all;
}
const found = async (filter: HostFilter) => sorted(uidsOf(await findAll(filter)));

test('each filter finds exactly the hosts that match it, page by page', async () => {
  expect(await found({})).toEqual(HOSTS);
  expect(await found({ lang: 'ar' })).toEqual(every(3, 1));
  expect(await found({ lang: 'xx' })).toEqual([]);
  expect(await found({ country: 'BR' })).toEqual(every(5, 0));
  expect(await found({ priceMax: 30 })).toEqual(HOSTS.filter((uid) => 20 + 10 * (uid % 4) <= 30));
  expect(await found({ country: 'BR', lang: 'ar', priceMax: 20 })).toEqual(
    HOSTS.filter((uid) => uid % 5 === 0 && (uid - FIRST_HOST) % 3 === 1 && uid % 4 === 0),
  );
});

test('names are found by each word, in every spelling that the search of the app knows', async () => {
  expect(await found({ name: 'isil' })).toEqual([at(3), at(4)]);
  expect(await found({ name: 'WEISS' })).toEqual([at(3), at(4)]);
  expect(await found({ name: 'mann  ışıl' })).toEqual([at(4)]);
  expect(await found({ name: "x' or true --" })).toEqual([]);
});

test('an age finds the hosts of whole years as their profiles show them, and none of unknown birthday', async () => {
  const { pool } = discovery.api;
  const today = new Date();
  const day = (years: number, days: number) =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
      .toISOString()
      .slice(0, 10);
  const born = [day(30, 0), day(30, 1), day(35, 0), day(36, 0), day(36, 1), '1992-02-29', '', '1990-02-31'];
  for (const [n, birthday] of born.entries())
    await pool.query('update profile set b_day = $2 where uid = $1', [at(n), birthday]);
  const expected = born.flatMap((birthday, n) => {
    const age = ageOf(birthday, today);
    return age >= 30 && age <= 35 ? [at(n)] : [];
  });
  expect((await found({ ageMin: 30, ageMax: 35 })).filter((uid) => uid < at(7))).toEqual(expected);
});

test('online now finds hosts who are online and take calls', async () => {
  const { api, comeOnline } = discovery;
  for (const n of [1, 2, 3]) await comeOnline(at(n));
  await api.pool.query('update anchor set taking_calls = false where uid = $1', [at(2)]);
  expect(await found({ online: true })).toEqual([at(1), at(3)]);
  await api.pool.query('update anchor set taking_calls = true where uid = $1', [at(2)]);
});

test('found hosts have the order of the list, and blocked ones are never among them', async () => {
  const { sam, block, readAll } = discovery;
  await block(sam.id, at(6));
  await block(at(10), sam.id);
  for (const [sort, list] of [
    ['hot', 'hotAnchors'],
    ['new', 'newAnchors'],
  ] as const) {
    const all = uidsOf(await readAll(list)).filter((uid) => uid % 5 === 0);
    expect(uidsOf(await findAll({ country: 'BR', sort }))).toEqual(all);
  }
});

test('a cursor of the other order and impossible filters are refused', async () => {
  const { api, sam } = discovery;
  const { nextCursor } = await find({ limit: 10 });
  for (const input of [
    { sort: 'new', cursor: nextCursor },
    { sort: 'best' },
    { sort: 'hot', country: 'Brazil' },
    { sort: 'hot', ageMin: 12 },
    { sort: 'hot', priceMax: 0 },
    { sort: 'hot', name: 'a'.repeat(500) },
  ])
    expect(await api.call('findAnchors', input as never, { user: sam })).toMatchObject({ status: 400 });
});

test('the choices of a filter are what visible hosts have', async () => {
  const { api, sam } = discovery;
  const { data } = await api.call('anchorFacets', {}, { user: sam });
  expect(data).toEqual({ languages: ['ar', 'en', 'hi'], countries: ['BR', 'US'], prices: [20, 30, 40, 50] });
});
