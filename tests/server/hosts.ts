import type { WallLanguage } from '../../contract/people/people.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';

/** Above the demo accounts, so that results contain only known users. */
export const FIRST_HOST = 500_000;
export const HOSTS = Array.from({ length: 300 }, (_, n) => FIRST_HOST + n);

type ListName = 'hotAnchors' | 'newAnchors' | 'swipeAnchors' | 'clubAnchors';
type Query = { readonly lang?: WallLanguage; readonly limit?: number; readonly cursor?: string };

/** Starts the API with 300 hosts instead of the demo hosts, and a user who lists them. */
export async function startDiscovery(postgresUrl: string) {
  const api = await startApi(postgresUrl);
  const sam = (await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' })).data.userInfo;
  await addHosts(api);

  async function page(name: ListName, query: Query, user: User = sam) {
    const { msg, data } = await api.call(name, query, { user });
    if (msg !== '') throw new Error(msg);
    return { anchors: 'anchors' in data ? data.anchors : data.clubAnchorItem, nextCursor: data.nextCursor };
  }
  return {
    api,
    sam,
    page,
    async readAll(name: ListName, query: Query = {}) {
      const all = [];
      let cursor = '';
      do {
        const { anchors, nextCursor } = await page(name, { limit: 7, ...query, cursor });
        all.push(...anchors);
        cursor = nextCursor;
      } while (cursor !== '');
      return all;
    },
    comeOnline: (uid: number, stream = `s${uid}`) =>
      api.pool.query(`insert into online_stream (stream_id, uid, process_id) values ($1, $2, 'p')`, [stream, uid]),
    block: (owner: number, blocked: number) =>
      api.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [owner, blocked]),
    async forget() {
      await api.pool.query('delete from block');
      await api.pool.query('delete from online_stream');
    },
  };
}
export type Discovery = Awaited<ReturnType<typeof startDiscovery>>;

export const uidsOf = (people: readonly { readonly uid: number }[]) => people.map(({ uid }) => uid);
export const sorted = (uids: readonly number[]) => uids.toSorted((a, b) => a - b);

/** Creates many ties in every sort column, so that pages also end between two hosts that differ only in their uid. */
async function addHosts({ pool }: TestApi): Promise<void> {
  const all = 'from generate_series(0, $2::int - 1) n';
  await pool.query('delete from anchor');
  await pool.query(`insert into account (uid, role, nick_name) select $1::int + n, 3, 'Host ' || n ${all}`, [
    FIRST_HOST,
    HOSTS.length,
  ]);
  await pool.query(
    `insert into profile (uid, lang, country) select $1::int + n, (array['en', 'ar', 'hi'])[n % 3 + 1], 'US' ${all}`,
    [FIRST_HOST, HOSTS.length],
  );
  await pool.query(
    `insert into anchor (uid, price, rank, paid_minutes_recent, is_silver, created_at)
     select $1::int + n, 20 + n, n % 5 - 2, n % 7, n % 4 = 0, now() - make_interval(days => n / 10) ${all}`,
    [FIRST_HOST, HOSTS.length],
  );
}
