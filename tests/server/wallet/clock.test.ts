import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, hold, openWallets } from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { account } from '../../../server/platform/database/account.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

const UID = 200_001;
let open: OpenDatabase;
let migrated: string;
beforeAll(async () => {
  open = openDatabase(await freshDatabase(inject('postgresUrl'), 'migrated'), () => undefined);
  const { rows } = await open.pool.query(`select pg_get_functiondef('ledger_now'::regproc) as text`);
  migrated = rows[0].text;
  await open.db.insert(account).values({ uid: UID, role: 2, nickName: 'X' });
  await openWallets(open.db, [UID]);
});
afterAll(() => open?.close());

/** Sets the clock of the database by a number of ms, as the ledger sees it. */
const setClock = (by: number) =>
  open.pool.query(migrated.replaceAll('clock_timestamp()', `clock_timestamp() + ${by} * interval '1 ms'`));
const spend = (operation: string, gems: number) =>
  hold(open.db, operation, UID, 'gems', gems, { type: 'gift', id: operation });

test.each([HOUR_MS, DAY_MS])(
  'a limit and the order of transfers hold when the clock is set back by %i ms',
  async (by) => {
    await setClock(by);
    await grant(open.db, `grant:${by}`, UID, 'gems', 1_000, { type: 'adjust', id: `${by}` });
    await setLimit(open.db, UID, { scope: 'use', window: 'day', gems: 100 }, Date.now() + by);
    expect(await spend(`before:${by}`, 100)).toBe('done');
    await setClock(0);
    expect(await spend(`after:${by}`, 10)).toBe('limited');
    await grant(open.db, `later:${by}`, UID, 'gems', 1, { type: 'adjust', id: `later ${by}` });
    const { rows } = await open.pool.query<{ at: Date }>('select created_at as at from transfer order by id');
    const times = rows.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(await auditLedger(open.db)).toEqual([]);
  },
);
