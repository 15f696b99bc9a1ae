import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { moneyForGems } from '../../../contract/hosting/payouts.ts';
import { sendPayouts } from '../../../demo/operator.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { changePayout, type PayoutChange } from '../../../server/domains/hosting/payouts/payouts.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, hold, post } from '../../../server/domains/wallet/ledger.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';

const RATE = { amountMinor: 500, currency: 'USD' } as const;
const NUMBER = 'DE89370400440532013000';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYOUTS: 'manual' });
  await changeSiteSetting(api.db, 'payoutMinGems', 100);
});
afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  await api?.close();
});

let ann: User;
let viewer: User;
beforeEach(async () => {
  [ann, viewer] = [await api.guest(`ann-${nanoid()}`), await api.guest(`viewer-${nanoid()}`)];
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = any($1)`, [[ann.id, viewer.id]]);
  await api.pool.query('update account set role = 3 where uid = $1', [ann.id]);
  await api.pool.query('insert into anchor (uid, price) values ($1, 30)', [ann.id]);
  await grant(api.db, `bought:${viewer.id}`, viewer.id, 'gems', 100_000, { type: 'adjust', id: 'bought' });
});

/** A call minute of which the host earns this many gems, `days` days ago. */
async function earn(gems: number, days = 8): Promise<void> {
  const held = { operation: `call:${nanoid()}:1`, uid: viewer.id };
  await hold(api.db, held.operation, viewer.id, 'gems', gems, { type: 'call', id: nanoid() });
  await at(days, () => post(api.db, held, ann.id, 100));
}
/** Runs with the clock of the ledger this many days behind. */
async function at(days: number, run: () => Promise<unknown>): Promise<void> {
  const clock = (expression: string) =>
    api.pool.query(
      `create or replace function ledger_now() returns timestamptz language sql as $$ select ${expression} $$`,
    );
  await clock(`clock_timestamp() - interval '${days} days'`);
  await run();
  await clock('clock_timestamp()');
}
const payoutsOf = async () => (await api.call('hostPayouts', {}, { user: ann })).data;
const saveAccount = () => api.call('savePayoutAccount', { holder: 'Ann Host', number: NUMBER }, { user: ann });
const request = (gems: number, operation = nanoid(), money = moneyForGems(gems, RATE)) =>
  api.call('requestPayout', { gems, money }, { user: ann, operation });
const gemsOf = async () => (await api.call('account', { action: 1 }, { user: ann })).data.gemsBalance;
const newest = async () => (await payoutsOf()).payouts[0];
async function requested(gems = 200): Promise<string> {
  await earn(gems);
  await saveAccount();
  await request(gems);
  return (await newest())?.id ?? '';
}
const change = (id: string, to: Partial<PayoutChange> & Pick<PayoutChange, 'state'>) =>
  api.db.transaction((tx) => changePayout(tx, id, { by: 'op:1', ...to }));

describe('the gems that a host can be paid out', () => {
  test('are earned ones that are older than the days of holding', async () => {
    const start = await gemsOf();
    await grant(api.db, `bonus:${ann.id}`, ann.id, 'gems', 500, { type: 'adjust', id: 'bonus' });
    await earn(300, 8);
    await earn(120, 6);
    expect(await gemsOf()).toBe(start + 920);
    expect(await payoutsOf()).toMatchObject({ available: 300, held: 120, holdDays: 7, minGems: 100, rate: RATE });
  });

  test('are at most the balance when the host spent earned gems', async () => {
    await earn(300);
    const spent = (await gemsOf()) - 250;
    await hold(api.db, `call:${nanoid()}:1`, ann.id, 'gems', spent, { type: 'call', id: nanoid() });
    expect(await payoutsOf()).toMatchObject({ available: 250, held: 0 });
  });

  test('are refused above the available, below the minimum, at another rate, without an account and under a money lock', async () => {
    await earn(300);
    expect((await request(200)).status).toBe(409);
    await saveAccount();
    expect((await request(301)).data).toMatchObject({ code: 'gems-insufficient', need: 1, balance: 300 });
    expect((await request(99)).status).toBe(400);
    expect((await request(200, nanoid(), { amountMinor: 101, currency: 'USD' })).data).toMatchObject({
      code: 'price-changed',
    });
    await api.db.transaction((tx) => lockMoney(tx, ann.id, 'op:1'));
    expect((await request(200)).data).toMatchObject({ code: 'locked' });
    await api.db.transaction((tx) => unlockMoney(tx, ann.id));
    expect((await request(200)).status).toBe(200);
  });
});

describe('a payout', () => {
  test('is requested, approved, listed for the bank and sent, and its gems leave the wallet for good', async () => {
    const start = await gemsOf();
    const id = await requested();
    expect(await payoutsOf()).toMatchObject({
      available: 0,
      payouts: [{ id, gems: 200, state: 'requested', last4: '3000' }],
    });
    expect(await gemsOf()).toBe(start);
    expect(await operate(api.db, ['payout', 'list'])).not.toContain(id);
    await operate(api.db, ['payout', 'approve', id]);
    expect(await operate(api.db, ['payout', 'list'])).toContain(
      `"${id}","${ann.id}","Ann Host","${NUMBER}","1.00","USD"`,
    );
    await operate(api.db, ['payout', 'sent', id, 'SEPA 4711']);
    expect(await newest()).toMatchObject({ state: 'sent' });
    expect(await gemsOf()).toBe(start);
    await expect(operate(api.db, ['payout', 'fail', id, 'too late'])).rejects.toThrow('cannot be failed now');
    const { lines } = (await api.call('payRecords', { kind: 'gems', cursor: '' }, { user: ann })).data;
    expect(lines[0]).toMatchObject({ subject: 'payout', subjectId: id, amount: -200, after: start });
  });

  test('gives its gems back when it fails, and when the bank sends it back', async () => {
    const start = await gemsOf();
    const first = await requested();
    await operate(api.db, ['payout', 'fail', first, 'The number is wrong']);
    expect(await newest()).toMatchObject({ state: 'failed', reason: 'The number is wrong' });
    expect([await gemsOf(), (await payoutsOf()).available]).toEqual([start + 200, 200]);

    await request(200);
    const second = (await newest())?.id ?? '';
    await operate(api.db, ['payout', 'approve', second]);
    await operate(api.db, ['payout', 'sent', second, 'SEPA 4712']);
    await operate(api.db, ['payout', 'return', second, 'The account is closed']);
    expect(await newest()).toMatchObject({ state: 'returned', reason: 'The account is closed' });
    expect([await gemsOf(), (await payoutsOf()).available]).toEqual([start + 200, 200]);
  });

  test('is requested once when requests are repeated or arrive at the same time', async () => {
    await earn(500);
    await saveAccount();
    const operation = nanoid();
    const answers = await Promise.all([request(200, operation), request(200, operation), request(200), request(300)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await payoutsOf()).payouts).toHaveLength(1);
    const [{ gems = 0 } = {}] = (await payoutsOf()).payouts;
    expect(await payoutsOf()).toMatchObject({ available: 500 - gems });
    await request(200, operation);
    expect((await payoutsOf()).payouts).toHaveLength(1);
  });

  test('is changed once when two operators act at the same time', async () => {
    const id = await requested();
    const [before, start] = [await payoutsOf(), await gemsOf()];
    for (const state of ['approved', 'sent', 'returned'] as const) {
      const all = await Promise.all([1, 2, 3].map(() => change(id, { state, reference: 'x', reason: 'y' })));
      expect(all.filter(Boolean)).toHaveLength(1);
    }
    expect([before.available, (await payoutsOf()).available, (await gemsOf()) - start]).toEqual([0, 200, 200]);
    expect(await auditLedger(api.db)).toEqual([]);
  });

  test.each(['approved', 'sent', 'failed', 'returned'] as const)(
    'is unchanged when the process ends before the commit of %s, and changes once afterwards',
    async (state) => {
      const id = await requested();
      if (state === 'sent' || state === 'returned') await change(id, { state: 'approved' });
      if (state === 'returned') await change(id, { state: 'sent', reference: 'x' });
      const before = [await newest(), await gemsOf()];
      const killed = api.db.transaction(async (tx) => {
        await changePayout(tx, id, { state, by: 'op:1', reference: 'x', reason: 'y' });
        throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      expect([await newest(), await gemsOf()]).toEqual(before);
      expect(await change(id, { state, reference: 'x', reason: 'y' })).toMatchObject({ state });
      expect(await change(id, { state, reference: 'x', reason: 'y' })).toBeUndefined();
    },
  );

  test('is not approved while the money of its account is locked, and can be refused', async () => {
    const id = await requested();
    await api.db.transaction((tx) => lockMoney(tx, ann.id, 'op:1'));
    await expect(operate(api.db, ['payout', 'approve', id])).rejects.toThrow('is locked');
    expect(await newest()).toMatchObject({ state: 'requested' });
    await operate(api.db, ['payout', 'fail', id, 'A payment is disputed']);
    expect(await newest()).toMatchObject({ state: 'failed' });
  });

  test('is sent by the operator of the demo', async () => {
    await requested();
    await sendPayouts(api.db, 0);
    expect(await newest()).toMatchObject({ state: 'sent' });
  });

  test('keeps an account from being deleted while it is open', async () => {
    await requested();
    await api.pool.query('delete from anchor where uid = $1', [ann.id]);
    await api.pool.query('update account set role = 2 where uid = $1', [ann.id]);
    await expect(operate(api.db, ['delete', `${ann.id}`])).rejects.toThrow('gems are not paid out');
  });
});

describe('the statement of a payout', () => {
  const statementOf = (id: string, user = ann) => api.call('payoutStatement', { id }, { user });

  test('has what moved in the wallet since the payout before it, and adds up to the gem', async () => {
    const opening = await gemsOf();
    const first = await requested(200);
    await operate(api.db, ['payout', 'fail', first, 'The number is wrong']);
    await earn(130);
    await grant(api.db, `bonus:${ann.id}`, ann.id, 'gems', 40, { type: 'adjust', id: 'bonus' });
    await request(300);
    const second = (await newest())?.id ?? '';
    await operate(api.db, ['payout', 'approve', second]);
    await operate(api.db, ['payout', 'sent', second, 'SEPA 4711']);
    expect((await statementOf(first)).data).toMatchObject({
      from: 0,
      before: 0,
      calls: 200,
      other: opening,
      after: opening,
    });
    const { data } = await statementOf(second);
    expect(data).toMatchObject({
      gems: 300,
      money: moneyForGems(300, RATE),
      holder: 'Ann Host',
      last4: '3000',
      state: 'sent',
      reference: 'SEPA 4711',
      before: opening,
      calls: 130,
      gifts: 0,
      media: 0,
      other: 240,
      after: opening + 70,
    });
    expect([data.from, data.stateAt >= data.requestedAt]).toEqual([expect.any(Number), true]);
    expect(JSON.stringify(data)).not.toContain(NUMBER);
  });

  test('is not found for another account', async () => {
    const id = await requested();
    expect((await statementOf(id)).status).toBe(200);
    expect((await statementOf(id, viewer)).status).toBe(404);
    expect((await statementOf(nanoid())).status).toBe(404);
  });
});

describe('a payout account', () => {
  test('is stored encrypted, and its number is never answered or logged', async () => {
    const { data } = await saveAccount();
    expect(data.account).toEqual({ holder: 'Ann Host', last4: '3000' });
    expect(JSON.stringify(data)).not.toContain(NUMBER);
    const { rows } = await api.pool.query('select * from payout_account where uid = $1', [ann.id]);
    expect(JSON.stringify(rows)).not.toMatch(/Ann Host|DE8937/);
    expect(api.logged.join('\n')).not.toContain(NUMBER);
  });

  test('is refused with letters or a length that no account number has', async () => {
    for (const number of ['12', 'DE89-3704', 'Ä'.repeat(10), '1'.repeat(35)]) {
      expect((await api.call('savePayoutAccount', { holder: 'Ann Host', number }, { user: ann })).status).toBe(400);
    }
  });
});
