import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { listenToDatabase } from '../../server/platform/database/notifications.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';

test('a session that listens is replaced when its server has become read-only, and not while its own notifications arrive', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const reasons: unknown[] = [];
  const heard: string[] = [];
  let gaps = 0;
  const log = { info: () => undefined, warn: (fields: object) => void reasons.push(Reflect.get(fields, 'reason')) };
  const onNews = (payload: string) => void heard.push(payload);
  const onGap = () => {
    gaps += 1;
  };
  const channels = [{ name: 'news', onNews, onGap }];
  const notifications = listenToDatabase({ connectionString: url, log, channels, beatMs: 20 });
  await notifications.ready;
  const pool = new pg.Pool({ connectionString: url });
  const beats = async () =>
    (await pool.query(`select state_change from pg_stat_activity where application_name = 'gemcall notifications'`))
      .rows[0]?.state_change;
  const first = await beats();
  await expect.poll(async () => String(await beats()) !== String(first), { interval: 20 }).toBe(true);
  await pool.query(`notify news, 'one'`);
  await expect.poll(() => heard, { interval: 5 }).toEqual(['one']);
  expect([reasons, gaps]).toEqual([[], 0]);
  const name = new URL(url).pathname.slice(1);
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  // As a failover does: the next session sees the setting.
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gemcall notifications' and datname = $1`,
    [name],
  );
  await expect.poll(() => reasons, { timeout: 10_000, interval: 10 }).toContain('the database is read-only');
  await pool.query('set default_transaction_read_only = off');
  await pool.query(`alter database ${name} reset default_transaction_read_only`);
  const before = gaps;
  await expect.poll(() => gaps > before, { timeout: 10_000, interval: 10 }).toBe(true);
  await pool.query(`notify news, 'two'`);
  await expect.poll(() => heard.at(-1), { timeout: 10_000, interval: 10 }).toBe('two');
  await notifications.close();
  await pool.end();
});
