import { nanoid } from 'nanoid';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { RESTORE_DAYS } from '../../../contract/account/rules.ts';
import { moneyForGems } from '../../../contract/hosting/payouts.ts';
import type { Config } from '../../../server/config.ts';
import { closeIfFree, waitsFor } from '../../../server/domains/account/closing.ts';
import { purgeAccounts } from '../../../server/domains/account/purge.ts';
import { changeSiteSetting, loadSiteSettings } from '../../../server/domains/account/site/settings.ts';
import { payoutTerms, requestPayout, saveAccount } from '../../../server/domains/hosting/payouts/payouts.ts';
import { openMediaStore } from '../../../server/domains/media/store.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { move, OURS } from '../../../server/domains/wallet/ledger.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { ACT_CONFIG, operate } from '../../harness/operate.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

type Mode = Config['payouts'];

const dataDir = temporaryFolder('owed');
let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYOUTS: 'off', DATA_DIR: dataDir });
  await changeSiteSetting(api.db, 'payoutHoldDays', 0);
});
afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  await api?.close();
});

let ann: User;
let openId: string;
beforeEach(async () => {
  openId = newOpenId();
  ann = (await api.call('login', { openId, channel: 'guest' }, { device: `ann-${nanoid()}` })).data.userInfo;
  await api.pool.query(`update account set birth_date = '1990-01-01', role = 3 where uid = $1`, [ann.id]);
  await api.pool.query('insert into anchor (uid, price) values ($1, 30)', [ann.id]);
  await saveAccount(api.db, ann.id, { holder: 'Ann Host', number: 'DE89370400440532013000' });
});

const earn = (gems: number) =>
  move(api.db, {
    operation: `earned:${nanoid()}`,
    kind: 'move',
    currency: 'gems',
    gross: gems,
    subject: { type: 'gift', id: nanoid() },
    legs: [
      [OURS.house, -gems],
      [ann.id, gems],
    ],
  });
async function request(gems: number, mode: Mode) {
  const terms = payoutTerms(await loadSiteSettings(api.db), mode);
  return requestPayout(api.db, ann.id, { operation: nanoid(), gems, money: moneyForGems(gems, terms.rate) }, terms);
}
const deleteByOperator = (payouts: Mode, yes = false) =>
  operate(api.db, ['delete', `${ann.id}`], { yes, config: { ...ACT_CONFIG, payouts } });
/**
 * Runs the job as after the days in which a login restores the account; earnings came after the deletion, unless `earnEarlier` made them.
 */
async function purge(payouts: Mode): Promise<boolean> {
  await api.pool.query(
    `update account set closed_at = now() - make_interval(days => $2, mins => 1), closed_why = 'asked' where uid = $1`,
    [ann.id, RESTORE_DAYS],
  );
  const { folder, privateFolder } = openMediaStore({ db: api.db, dataDir });
  await purgeAccounts(api.db, { profile: folder, chat: privateFolder }, payouts).run(new AbortController().signal);
  const { rows } = await api.pool.query('select purged_at is not null as gone from account where uid = $1', [ann.id]);
  return rows[0].gone;
}
async function earnEarlier(gems: number): Promise<void> {
  const clock = (now: string) =>
    api.pool.query(`create or replace function ledger_now() returns timestamptz language sql as $$ select ${now} $$`);
  await clock(`clock_timestamp() - interval '${RESTORE_DAYS + 1} days'`);
  await earn(gems);
  await clock('clock_timestamp()');
}

describe('earnings', () => {
  test.each([
    ['demo', 10],
    ['manual', 1_000],
    ['stripe', 1_000],
  ] as const)(
    'keep the account from deletion and purge exactly when a payout of them is accepted, with PAYOUTS=%s from %i gems on',
    async (mode, minGems) => {
      await earn(minGems - 1);
      expect(await request(minGems - 1, mode)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
      expect(await waitsFor(api.db, ann.id, mode)).toBeNull();
      expect(await deleteByOperator(mode)).toContain('is deleted');
      await earn(1);
      expect(await waitsFor(api.db, ann.id, mode)).toBe('owed');
      await expect(deleteByOperator(mode)).rejects.toThrow('gems are not paid out');
      expect(await purge(mode)).toBe(false);
      await api.pool.query('update account set closed_at = null, closed_why = null where uid = $1', [ann.id]);
      expect(await request(minGems, mode)).toMatchObject({ ok: true });
    },
  );

  test('are not owed when nothing is paid out, so that the host and the operator can delete the account', async () => {
    await earn(5_000);
    const { data } = await api.call('hostPayouts', {}, { user: ann });
    expect(data).toMatchObject({ isOff: true, available: 5_000 });
    const wish = { gems: 5_000, money: moneyForGems(5_000, data.rate) };
    expect((await api.call('requestPayout', wish, { user: ann, operation: nanoid() })).status).toBe(403);
    expect((await api.call('closing', {}, { user: ann })).data).toMatchObject({ earned: 5_000, waitsFor: null });
    expect(await deleteByOperator('off')).toContain('is deleted');
    expect((await api.call('deleteAccount', { proof: { openId } }, { user: ann })).status).toBe(200);
    expect(await purge('off')).toBe(true);
  });

  test.each([
    ['stay given up', 0, null],
    ['are owed with those that came since', 1, 'owed'],
  ] as const)('%s when the minimum is lowered after the deletion', async (_outcome, since, reason) => {
    await earnEarlier(999);
    expect((await api.call('deleteAccount', { proof: { openId } }, { user: ann })).status).toBe(200);
    await changeSiteSetting(api.db, 'payoutMinGems', 500);
    if (since > 0) await earn(since);
    expect(await waitsFor(api.db, ann.id, 'manual')).toBe(reason);
    expect((await operate(api.db, ['person', `${ann.id}`])).includes('it waits: gems are not paid out')).toBe(
      reason === 'owed',
    );
    expect(await purge('manual')).toBe(reason === null);
    await changeSiteSetting(api.db, 'payoutMinGems', undefined);
  });

  test('of a payout that was sent back after the deletion are owed', async () => {
    await earn(1_000);
    expect(await request(1_000, 'manual')).toMatchObject({ ok: true });
    const { rows } = await api.pool.query('select id from payout where uid = $1', [ann.id]);
    const { id } = rows[0];
    await operate(api.db, ['payout', 'approve', id]);
    await operate(api.db, ['payout', 'sent', id, 'SEPA 4711']);
    expect((await api.call('deleteAccount', { proof: { openId } }, { user: ann })).status).toBe(200);
    await operate(api.db, ['payout', 'return', id, 'The account is closed']);
    expect(await waitsFor(api.db, ann.id, 'manual')).toBe('owed');
  });

  test('do not keep other accounts from the purge when many wait for them', async () => {
    const waiting = await Promise.all(Array.from({ length: 21 }, () => api.guest(`waits-${nanoid()}`)));
    const uids = waiting.map(({ id }) => id);
    await api.pool.query(
      `update account set closed_at = now() - interval '1 year', closed_why = 'asked' where uid = any($1)`,
      [uids],
    );
    for (const uid of uids) {
      await api.pool.query(
        `insert into payout (id, uid, operation, gems, amount_minor, currency, sealed, last4) values ($1, $2, 'o', 1, 1, 'USD', '', '0000')`,
        [nanoid(), uid],
      );
    }
    expect(await purge('manual')).toBe(true);
    await api.pool.query('delete from payout where uid = any($1)', [uids]);
  });

  test('are owed to a suspended host', async () => {
    await earn(1_000);
    await operate(api.db, ['host', 'suspend', `${ann.id}`, 'Read the rules']);
    expect(await waitsFor(api.db, ann.id, 'manual')).toBe('owed');
  });

  test('are owed from one cent on when the minimum is worth less', async () => {
    await changeSiteSetting(api.db, 'payoutCents', 1);
    await changeSiteSetting(api.db, 'payoutMinGems', 10);
    await earn(999);
    expect(await waitsFor(api.db, ann.id, 'manual')).toBeNull();
    expect(await request(999, 'manual')).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    await earn(1);
    expect(await waitsFor(api.db, ann.id, 'manual')).toBe('owed');
    expect(await request(1_000, 'manual')).toMatchObject({ ok: true });
    await changeSiteSetting(api.db, 'payoutCents', undefined);
    await changeSiteSetting(api.db, 'payoutMinGems', undefined);
  });

  test('keep the account open when they are requested while the account is being deleted', async () => {
    await earn(1_000);
    const terms = payoutTerms(await loadSiteSettings(api.db), 'manual');
    const holder = new pg.Client({ connectionString: api.url });
    await holder.connect();
    const waiting = (count: number) =>
      expect
        .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount, { timeout: 20_000 })
        .toBeGreaterThanOrEqual(count);
    try {
      await holder.query('begin');
      // The deletion has found no open payout, and waits to read the minimum.
      await holder.query('lock table site_setting in access exclusive mode');
      const closing = api.db.transaction((tx) => closeIfFree(tx, ann.id, 'manual'));
      await waiting(1);
      const wish = { operation: nanoid(), gems: 1_000, money: moneyForGems(1_000, terms.rate) };
      const requesting = requestPayout(api.db, ann.id, wish, terms);
      await Promise.race([requesting, waiting(2)]);
      await holder.query('commit');
      expect([await closing, (await requesting).ok]).toEqual([{ waitsFor: 'owed' }, true]);
    } finally {
      await holder.end();
    }
  });
});
