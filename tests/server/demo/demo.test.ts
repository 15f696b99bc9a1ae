import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_ANCHORS, DEMO_USERS } from '../../../demo/accounts/people.ts';
import { seedDemo } from '../../../demo/accounts/seed.ts';
import { readConfig } from '../../../server/config.ts';
import { demoPart } from '../../../server/demo-part.ts';
import { DEMO_UIDS } from '../../../server/domains/account/published-accounts.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import { PgPresence } from '../../../server/domains/people/presence.ts';
import { noNews } from '../../../server/platform/database/notifications.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { noMetrics } from '../../../server/platform/metrics/metrics.ts';
import { startApi, type TestApi } from '../../harness/api.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
});
afterAll(() => api?.close());

const anchors = async () => {
  const { rows } = await api.pool.query(
    `select uid::int, about, is_silver, paid_minutes_recent, created_at > now() - interval '14 days' as is_new, price
     from anchor join profile using (uid) order by uid`,
  );
  return rows;
};

test('forty demo hosts differ in club, demand and age, and each states that they are a demo', async () => {
  const hosts = await anchors();
  expect(hosts).toHaveLength(40);
  expect(hosts.filter((host) => host.is_silver)).toHaveLength(10);
  expect(hosts.filter((host) => host.is_new)).toHaveLength(10);
  expect(new Set(hosts.map((host) => host.about)).size).toBe(40);
  expect(hosts.every(({ about }) => /demo|डेमो|تجريبية|démonstration|demostración|demonstração/i.test(about))).toBe(
    true,
  );
  expect(new Set(hosts.map((host) => host.paid_minutes_recent)).size).toBeGreaterThan(20);
});

test('demo hosts are completed at the next start when the database has data of the first version', async () => {
  const before = await anchors();
  await api.pool.query(`update profile set about = 'I am a demo host.' where uid = 9002`);
  await api.pool.query(`update anchor set is_silver = false, paid_minutes_recent = 0 where uid = 9002`);
  expect(await anchors()).not.toEqual(before);
  await seedDemo(api.db);
  expect(await anchors()).toEqual(before);
});

test('texts written by a host and changes by the operator are preserved', async () => {
  await api.pool.query(`update profile set about = 'Mine' where uid = 9002`);
  await api.pool.query(`update anchor set price = 77, is_silver = true where uid = 9002`);
  const before = await anchors();
  await seedDemo(api.db);
  expect(await anchors()).toEqual(before);
});

test('a deleted demo host is restored completely, and no other account changes', async () => {
  const before = await anchors();
  await api.pool.query(`delete from account where uid = 9007`);
  await seedDemo(api.db);
  expect(await anchors()).toEqual(before);
});

test('the demo part imports no pictures in its first moments, when all clients reconnect', async () => {
  const dataDir = temporaryFolder('demo-part');
  const env = { DATABASE_URL: 'postgres://unused', DATA_DIR: dataDir, DEMO: 'on', DEMO_HOSTS: 'off' };
  const part = demoPart({
    config: readConfig(env),
    db: api.db,
    presence: new PgPresence(api.db),
    greeting: { greet: undefined },
    news: noNews(),
    site: uncachedSite,
    metrics: noMetrics,
    log: createLog('silent'),
  });
  part.listening?.('http://127.0.0.1:1');
  // By then the first query of the import would have run; close() waits for running work.
  for (let n = 0; n < 50; n += 1) await api.pool.query('select 1');
  await part.close?.();
  const { rows } = await api.pool.query('select id from media');
  expect(rows).toEqual([]);
  removeFolder(dataDir);
});

test('the accounts that a server locks without the demo are those with the published password', () => {
  expect(DEMO_UIDS).toEqual([...DEMO_USERS, ...DEMO_ANCHORS].map(({ uid }) => uid));
});
