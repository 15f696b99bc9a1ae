import { and, eq, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { selectAnchors } from '../../../server/domains/discovery/items.ts';
import { BY_HEAT, BY_JOINED, type Order } from '../../../server/domains/discovery/order.ts';
import { isNoFriend, isNotLiked } from '../../../server/domains/discovery/ties.ts';
import { isVisibleTo } from '../../../server/domains/discovery/visible.ts';
import { anchor } from '../../../server/domains/people/tables.ts';
import { type Discovery, FIRST_HOST, HOSTS, sorted, startDiscovery, uidsOf } from '../hosts.ts';

let discovery: Discovery;
beforeAll(async () => {
  discovery = await startDiscovery(inject('postgresUrl'));
});
afterAll(() => discovery?.api.close());
beforeEach(() => discovery.forget());

describe('paging of host lists', () => {
  test.each([
    ['hotAnchors', {}, HOSTS],
    ['newAnchors', {}, HOSTS],
    ['swipeAnchors', {}, HOSTS],
    ['clubAnchors', {}, HOSTS.filter((uid) => (uid - FIRST_HOST) % 4 === 0)],
    ['hotAnchors', { lang: 'ar' }, HOSTS.filter((uid) => (uid - FIRST_HOST) % 3 === 1)],
    ['newAnchors', { lang: 'hi' }, HOSTS.filter((uid) => (uid - FIRST_HOST) % 3 === 2)],
    ['hotAnchors', { lang: 'fr' }, []],
  ] as const)('%s %j lists every host once, page by page', async (name, query, expected) => {
    const { readAll, comeOnline } = discovery;
    for (const uid of [FIRST_HOST + 5, FIRST_HOST + 17, FIRST_HOST + 208]) await comeOnline(uid);
    expect(sorted(uidsOf(await readAll(name, query)))).toEqual(expected);
  });

  test('a list has no gap and no duplicate when a host leaves it between two pages', async () => {
    const { sam, page, readAll, block } = discovery;
    const first = await page('hotAnchors', { limit: 50 });
    const last = first.anchors.at(-1)?.uid ?? 0;
    await block(sam.id, last);
    const rest = await readAll('hotAnchors', { limit: 50, cursor: '' });
    const second = await page('hotAnchors', { limit: 50, cursor: first.nextCursor });
    expect(uidsOf(second.anchors)).toEqual(uidsOf(rest).slice(49, 99));
  });

  test('a page has 40 hosts unless requested otherwise, and never more than 100', async () => {
    const { api, sam, page } = discovery;
    expect((await page('newAnchors', {})).anchors).toHaveLength(40);
    expect((await page('newAnchors', { limit: 100 })).anchors).toHaveLength(100);
    expect(await api.call('newAnchors', { limit: 101 }, { user: sam })).toMatchObject({ status: 400 });
  });

  test.each([
    ['hotAnchors', 'n1.2'],
    ['hotAnchors', 'h2.1.1.1'],
    ['hotAnchors', 'h1.1.1.1.1'],
    ['hotAnchors', "h1.1.1.1' or true --"],
    ['hotAnchors', 'h1.99999999999.1.1'],
    ['newAnchors', 'h1.1.1.1'],
    ['newAnchors', 'n1'],
    ['newAnchors', 'n99999999999999999.1'],
    ['swipeAnchors', 'x'],
    ['clubAnchors', '\u0001'],
    ['clubAnchors', `h1.1.1.${'1'.repeat(80)}`],
  ] as const)('%s refuses the cursor %j', async (name, cursor) => {
    const { api, sam } = discovery;
    expect(await api.call(name, { cursor }, { user: sam })).toMatchObject({ status: 400, result: 400 });
  });

  test('an invented cursor beyond the last uid is valid as a position', async () => {
    const { page } = discovery;
    expect((await page('hotAnchors', { cursor: 'h1.9999999999.-9999999999.999999999999999' })).anchors).toHaveLength(
      40,
    );
    expect((await page('newAnchors', { cursor: 'n9999999999999999.1' })).anchors).toHaveLength(40);
  });
});

describe('order of host lists', () => {
  test('the hot list is ordered by online, recent paid minutes, rank, and newer uid', async () => {
    const { readAll, comeOnline } = discovery;
    await comeOnline(FIRST_HOST);
    const place = ({ uid }: { uid: number }) => {
      const n = uid - FIRST_HOST;
      return [n === 0 ? 1 : 0, n % 7, (n % 5) - 2, n] as const;
    };
    const places = (await readAll('hotAnchors')).map(place);
    const expected = places.toSorted((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2] || b[3] - a[3]);
    expect(places).toEqual(expected);
    expect(places[0]?.[3]).toBe(0);
  });

  test('ratings move a host in the hot list by their average with ten assumed ratings of 4 stars', async () => {
    const { api, readAll } = discovery;
    const minutes = 6;
    const rated = HOSTS.filter((uid) => (uid - FIRST_HOST) % 7 === minutes).slice(0, 4);
    const sums = [
      [5, 1],
      [1, 1],
      [250, 50],
      [100, 50],
    ] as const;
    try {
      for (const [at, [stars, count]] of sums.entries()) {
        const set = [rated[at], stars, count];
        await api.pool.query('update anchor set rating_stars = $2, rating_count = $3 where uid = $1', set);
      }
      const heatOf = (uid: number) => {
        const [stars, count] = sums[rated.indexOf(uid)] ?? [0, 0];
        return Math.floor(((((uid - FIRST_HOST) % 7) + 10) * 10 * (40 + stars)) / (10 + count));
      };
      const heats = uidsOf(await readAll('hotAnchors')).map(heatOf);
      expect(heats).toEqual(heats.toSorted((a, b) => b - a));
      const all = uidsOf(await readAll('hotAnchors'));
      const places = rated.map((uid) => all.indexOf(uid));
      const [one5 = 0, one1 = 0, many5 = 0, many2 = 0] = places;
      expect([many5, one5]).toEqual([0, 1]);
      expect(one1).toBeGreaterThan(one5);
      expect(many2).toBe(all.length - 1);
    } finally {
      await api.pool.query('update anchor set rating_stars = 0, rating_count = 0');
    }
  });

  test('the new list is ordered newest first, and only hosts of the last 14 days are marked as new', async () => {
    const { readAll } = discovery;
    const anchors = await readAll('newAnchors');
    const days = anchors.map(({ uid }) => Math.floor((uid - FIRST_HOST) / 10));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(anchors.filter(({ isNew }) => isNew).length).toBe(140);
  });

  test('a host with two streams stays in front until both have ended', async () => {
    const { api, page, comeOnline } = discovery;
    await comeOnline(FIRST_HOST, 'a');
    await comeOnline(FIRST_HOST, 'b');
    const front = async () => (await page('hotAnchors', { limit: 1 })).anchors[0];
    expect(await front()).toMatchObject({ uid: FIRST_HOST, status: 'online' });
    await api.pool.query(`delete from online_stream where stream_id = 'a'`);
    expect(await front()).toMatchObject({ uid: FIRST_HOST, status: 'online' });
    await Promise.all([comeOnline(FIRST_HOST, 'c'), api.pool.query(`delete from online_stream where stream_id = 'b'`)]);
    await Promise.all(['c', 'd'].map((id) => api.pool.query('delete from online_stream where stream_id = $1', [id])));
    expect((await front())?.uid).not.toBe(FIRST_HOST);
  });

  test('a host is listed as offline when two of their streams end at the same moment', async () => {
    const { api, page, comeOnline } = discovery;
    await comeOnline(FIRST_HOST, 'a');
    await comeOnline(FIRST_HOST, 'b');
    const first = await api.pool.connect();
    onTestFinished(() => first.release(true));
    await first.query('begin');
    await first.query(`delete from online_stream where stream_id = 'a'`);
    const second = api.pool.query(`delete from online_stream where stream_id = 'b'`);
    // The second deletion must wait for the first, because each alone would still see the stream of the other.
    const waits = async () =>
      (await api.pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete%'`))
        .rowCount;
    await expect.poll(waits, { timeout: 20_000, interval: 10 }).toBe(1);
    await first.query('commit');
    await second;
    expect((await page('hotAnchors', { limit: 1 })).anchors[0]?.uid).not.toBe(FIRST_HOST);
    const { rows } = await api.pool.query('select online from anchor where uid = $1', [FIRST_HOST]);
    expect(rows).toEqual([{ online: false }]);
  });

  test('a host moves to another language tab when their language changes', async () => {
    const { api, readAll } = discovery;
    await api.pool.query(`update profile set lang = 'tr' where uid = $1`, [FIRST_HOST]);
    expect(uidsOf(await readAll('hotAnchors', { lang: 'tr' }))).toEqual([FIRST_HOST]);
    await api.pool.query(`update profile set lang = 'en' where uid = $1`, [FIRST_HOST]);
    expect(await readAll('hotAnchors', { lang: 'tr' })).toEqual([]);
  });
});

const HEAT = 'h1.520.1.500100';
/** Later than the creation of every host: a position before all rows would be found at once by any index. */
const AGE = 'n4000000000000000.5';
// Uses rare languages and countries, because with common ones any index is equally good.
test.each<[string, Order, string, SQL | undefined]>([
  ['anchor_by_rated_heat', BY_HEAT, HEAT, isNotLiked(1)],
  ['anchor_by_lang_rated_heat', BY_HEAT, HEAT, eq(anchor.lang, 'ko')],
  ['anchor_by_country_rated_heat', BY_HEAT, HEAT, and(eq(anchor.country, 'KR'), isNoFriend(1))],
  ['anchor_silver_by_rated_heat', BY_HEAT, HEAT, eq(anchor.isSilver, true)],
  ['anchor_by_age', BY_JOINED, AGE, undefined],
  ['anchor_by_lang_age', BY_JOINED, AGE, eq(anchor.lang, 'ko')],
])('a page is read from the index %s from its cursor on without a sort', async (index, order, cursor, filter) => {
  const { api } = discovery;
  const where = and(filter, order.after(cursor), isVisibleTo(1));
  const query = selectAnchors(api.db, where, order.by, 41).toSQL();
  const client = await api.pool.connect();
  try {
    // The plan must not depend on whether autovacuum has already analyzed the tables.
    await client.query('analyze anchor, block');
    // PostgreSQL prefers a sort for a few rows; with 10,000 it does not.
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    await client.query('set local enable_sort = off');
    const { rows } = await client.query(`explain ${query.sql}`, query.params);
    await client.query('rollback');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan Backward using ${index} on anchor`);
    expect(plan).toMatch(/Index Cond: .*ROW\(/);
    expect(plan).not.toMatch(/Sort|Join|Materialize/);
  } finally {
    client.release();
  }
});
