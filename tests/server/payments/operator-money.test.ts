import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { readSkus } from '../../../server/domains/payments/catalogue.ts';
import type { Gateway, GatewaySnapshot } from '../../../server/domains/payments/gateway.ts';
import { noteReversals } from '../../../server/domains/payments/reversal/note-reversals.ts';
import { owedBy } from '../../../server/domains/payments/reversal/owed.ts';
import { sweepReversals } from '../../../server/domains/payments/reversal/reversals.ts';
import { paymentCall } from '../../../server/domains/payments/tables.ts';
import { auditWithin } from '../../../server/domains/wallet/audit.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { isLocked } from '../../../server/domains/wallet/lock.ts';
import { FASTER_IMPORTS } from '../../harness/faster-imports.ts';
import { operate } from '../../harness/operate.ts';
import { behindPooler } from '../../harness/postgres/pgbouncer.ts';
import { type Sold, startSold } from './sold.ts';

let at: Sold;
beforeAll(async () => {
  at = await startSold(inject('postgresUrl'));
});
afterAll(() => at?.close());

const run = (...words: string[]) => operate(at.db, words, { gateway: at.rig.gateway });

test('the operator can grant, adjust, lock, refund, forgive and credit', async () => {
  const uid = await at.someone();
  const name = String(uid);
  await run('grant', name, 'gems', '30');
  await run('adjust', name, 'gems', '-10');
  expect(await at.balance(uid)).toBe(20);
  await expect(run('adjust', name, 'gems', '-21')).rejects.toThrow('insufficient');
  for (const bad of ['0', '-5', '1.5', '']) await expect(run('grant', name, 'gems', bad)).rejects.toThrow('Amount');
  await run('lock', name, 'money');
  expect(await isLocked(at.db, uid)).toBe(true);
  await run('unlock', name, 'money');
  const [refunded, disputed] = [await at.buy(uid), await at.buy(uid)];
  await run('refund', refunded.id);
  await sweepReversals(at.around);
  expect(await at.reversals(refunded.id)).toMatchObject([{ state: 'done', by: expect.stringMatching(/^op:/) }]);
  await at.spend(uid, 1_000);
  for (const state of ['asked', 'lost'] as const) {
    await at.rig.dispute(disputed.paymentRef, state);
    await noteReversals(at.around, disputed.id, (await at.rig.gateway.ask(disputed.ref)).reversed);
  }
  expect(await owedBy(at.db, uid)).toBeGreaterThan(0);
  await run('forgive', name);
  expect([await owedBy(at.db, uid), await isLocked(at.db, uid)]).toEqual([0, false]);
  const odd = await at.make(uid);
  await at.pool.query(`update payment_order set state = 'review' where id = $1`, [odd.id]);
  const before = await at.balance(uid);
  await run('credit', odd.id, 'pi_odd');
  expect(await at.balance(uid)).toBe(before + 1_650);
  await expect(run('credit', odd.id, 'pi_odd')).rejects.toThrow('not in review');
  expect(await run('audit')).toBe('every law of the ledger holds');
});

test('an audit by an operator runs once at a time, and names what it could not check in its time', async () => {
  const blocking = await at.pool.connect();
  onTestFinished(() => blocking.release(true));
  await blocking.query('begin');
  await blocking.query('lock table payout in access exclusive mode');
  const found = await at.db.transaction((tx) => auditWithin(tx, 500));
  expect(found?.broken).toEqual([]);
  expect(found?.unchecked).toContain('a payout holds its gems, and a failed or returned one gave them back');
  const waiting = at.db.transaction((tx) => auditWithin(tx, 10_000));
  await expect.poll(() => run('audit').catch(({ message }) => message)).toBe('the ledger is being checked already');
  await blocking.query('rollback');
  expect(await waiting).toEqual({ broken: [], unchecked: [] });
});

test('orders are found by account and by number, and an order is refunded once by two operators at the same time', async () => {
  const uid = await at.someone();
  const bought = await at.buy(uid);
  const line = `${bought.id} of ${uid}: paid, 1500 + 150 gems for 12.99 USD`;
  for (const of of [String(uid), bought.id]) {
    const found = await run('orders', of);
    expect([of, found.split('\n').length, found.includes(line)]).toEqual([of, 1, true]);
  }
  expect(await run('orders')).toContain(line);
  expect(await run('orders', String(await at.someone()))).toBe('there is no such order');
  await expect(run('orders', 'mine')).rejects.toThrow('Account or order: is not');
  const before = await at.balance(uid);
  const ends = await Promise.allSettled([1, 2, 3].map(() => run('refund', bought.id)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(ends.find(({ status }) => status === 'fulfilled')).toMatchObject({
    value: `1650 gems left ${uid}; 12.99 USD go back`,
  });
  expect([await at.reversals(bought.id), await at.balance(uid)]).toMatchObject([{ length: 1 }, before - 1_650]);
});

test('a payment whose order a restore has lost is credited once, to the named account, if the gateway has it', async () => {
  const uid = await at.someone();
  const like = await at.buy(uid);
  const sold = await at.order(like.id);
  const id = 'lost'.padEnd(21, '_');
  const seen = await at.rig.gateway.ask(like.ref);
  if (!seen.payment) throw new Error('not paid');
  const lost = { ...seen, orderId: id, payment: { ...seen.payment, ref: 'pi_lost' } };
  const gateway = (snapshot: GatewaySnapshot): Gateway =>
    Object.assign(Object.create(at.rig.gateway), {
      async *list() {
        yield snapshot;
      },
    });
  const credit = (snapshot: GatewaySnapshot) =>
    operate(at.db, ['credit', id, 'pi_lost', String(uid), sold.sku], { gateway: gateway(snapshot) });
  const before = await at.balance(uid);
  await expect(credit(seen)).rejects.toThrow('the gateway has no payment pi_lost');
  await expect(credit({ ...lost, payment: { ...lost.payment, amountMinor: 1 } })).rejects.toThrow(
    'was never sold for 1',
  );
  const back = { ref: 'r', amountMinor: 1, kind: 'refund', state: 'done' } as const;
  await expect(credit({ ...lost, reversed: [back] })).rejects.toThrow('went back');
  await expect(credit({ ...lost, uid: 1 })).rejects.toThrow('pi_lost was paid by the account 1');
  expect(await credit(lost)).toContain(`${uid} has ${sold.gems} + ${sold.bonus} gems`);
  await expect(credit(lost)).rejects.toThrow('exists');
  expect(await at.balance(uid)).toBe(before + sold.gems + sold.bonus);
  expect(await at.order(id)).toMatchObject({ uid, state: 'paid', paymentRef: 'pi_lost' });
  expect(await run('audit')).toBe('every law of the ledger holds');
});

test('an order is shown with its terms, its transfers and its state at the gateway', async () => {
  const uid = await at.someone();
  const { id, ref, paymentRef } = await at.buy(uid);
  await at.db.insert(paymentCall).values({ orderId: id, kind: 'open', attempt: 1, operation: id, params: {}, ref });
  await at.rig.refund(paymentRef, 433);
  await noteReversals(at.around, id, (await at.rig.gateway.ask(ref)).reversed);
  const shown = await run('order', id);
  for (const said of [
    `${id} of ${uid}: paid`,
    '1500 + 150 gems for 12.99 USD (g1500,',
    `${ref}`,
    `paid 1299 USD`,
    'refund done, 550 gems (550 taken, 0 owed), 4.33 USD, by gateway',
    `order:${id}: ${uid} 1650`,
    `: ${uid} -550`,
    `gateway: ${ref} paid`,
    'of 433: done',
  ])
    expect(shown).toContain(said);
  await expect(run('order', 'x'.repeat(21))).rejects.toThrow('there is no order');
  expect(await run('statement', String(uid))).toMatch(
    /gems: 1100\n.* -550 gems, then 1100: reversal .*\n.* \+1650 gems/,
  );
  await setLimit(at.db, uid, { scope: 'use', window: 'day', gems: 70 }, Date.now());
  expect(await run('limits', String(uid))).toContain('use day: 0 of 70');
  for (const bad of ['0', 'x', '']) await expect(run('limits', bad)).rejects.toThrow('Account');
});

test('a new price applies to new orders and leaves the old ones, and packs are added and removed', async () => {
  const uid = await at.someone();
  const old = await at.buy(uid);
  const before = await at.order(old.id);
  expect(await run('price', 'g1500', 'USD', '13.49')).toMatch(/^g1500: 13\.49 USD, before 12\.99 \(price \d+\)$/);
  const priced = async (sku: string) =>
    (await readSkus(at.db, { country: '', currency: 'USD' }, Date.now() + 1)).find((one) => one.sku === sku)?.price;
  expect(await priced('g1500')).toEqual({ amountMinor: 1_349, currency: 'USD' });
  expect(await at.order(old.id)).toEqual(before);
  expect(await run('price', 'g1500', 'KWD', '4.05')).toContain('4.05 KWD');
  for (const [words, why] of [
    [['g1500', 'USD', '0.00'], 'more than nothing'],
    [['none', 'USD', '1.00'], 'no pack'],
    [['exact', 'USD', '1.00'], 'price of g100'],
    [['g1500', 'USD', '1.00', 'XX'], 'no market'],
    [['g1500', 'USD', '1.00', 'DE'], 'sold in EUR'],
  ] as const)
    await expect(run('price', ...words), why).rejects.toThrow(why);
  for (const [words, why] of [
    [['g1500', 'USD', '12'], 'Price: must have two decimals'],
    [['g1500', 'XXX', '1.00'], 'Currency: must be one of'],
    [['g1500', 'USD', '-1.00'], 'Price: must have two decimals'],
    [['g1500', 'USD', '1.234'], 'Price: must have two decimals'],
  ] as const)
    await expect(run('price', ...words)).rejects.toThrow(why);
  expect(await run('prices')).toMatch(/^g1500: 13\.49 USD \(price \d+\)$/m);
  await run('pack', 'add', 'g50', '50', '0', '90');
  expect(await priced('g50')).toBeUndefined();
  await run('price', 'g50', 'USD', '0.59');
  expect(await priced('g50')).toEqual({ amountMinor: 59, currency: 'USD' });
  await run('pack', 'sell', 'g50', 'off');
  expect(await priced('g50')).toBeUndefined();
  await expect(run('pack', 'add', 'g50', '60', '0', '90')).rejects.toThrow('its gems stay');
  await expect(run('pack', 'sell', 'none', 'on')).rejects.toThrow('no pack');
  expect(await run('packs')).toContain('g50 pack 50+0 not sold');
});

test('the reconcile command reports new differences, and a settled one does not come back', async () => {
  const uid = await at.someone();
  const unpaid = await at.make(uid);
  await at.rig.pay(unpaid.ref);
  const odd = await at.buy(uid, {}, { sum: 1_000 });
  const said = await run('reconcile', '1');
  expect(said).toContain(`look: ${unpaid.id} of ${uid}`);
  expect(said).toContain(`${odd.id} of ${uid}: paid 1000 USD instead of 1299 USD`);
  expect((await at.order(unpaid.id)).askAt?.getTime()).toBeLessThanOrEqual(Date.now());
  const open = async () => (await run('differences')).split('\n').find((line) => line.includes(odd.id));
  expect(await open()).toContain(`${odd.id} of ${uid}: paid 1000 USD`);
  const number = (await open())?.split(' ')[0] ?? '';
  await run('settle', number);
  expect(await open()).toBeUndefined();
  await expect(run('settle', number)).rejects.toThrow('no open difference');
  expect(await run('reconcile', '1')).not.toContain('paid 1000 USD');
  expect(await open()).toBeUndefined();
  for (const bad of ['0', '100', 'x']) await expect(run('reconcile', bad)).rejects.toThrow('Days: must be 1 to 99');
});

test('an order is shown without a query of the gateway when no gateway is configured', async () => {
  const { id } = await at.make(await at.someone());
  expect(await operate(at.db, ['order', id])).toContain('gateway: not asked, stripe is not set up here');
  await expect(operate(at.db, ['reconcile'])).rejects.toThrow('PAYMENTS');
});

// Starts three processes.
test('a money command is a dry run without --yes, runs with it and a reason, and is refused in one line', {
  timeout: 120_000,
}, async () => {
  const uid = await at.someone();
  await run('grant', String(uid), 'gems', '50');
  const env = { ...process.env, DATABASE_URL: behindPooler(String(at.pool.options.connectionString)) };
  const operate = (...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      [...FASTER_IMPORTS, 'tools/operator/operator.ts', ...words, '--reason', 'x'],
      {
        env,
      },
    );
  const count = async (table: string) => (await at.pool.query(`select count(*)::int n from ${table}`)).rows[0].n;
  const counts = async () => [await count('sku_price'), await count('operator_log')];
  const price = ['price', 'g300', 'USD', '3.19'];
  const before = await counts();
  const [tried, taken] = await Promise.allSettled([
    operate(...price),
    operate('adjust', String(uid), 'gems', '-51', '--yes'),
  ]);
  expect(tried).toMatchObject({
    value: { stdout: expect.stringMatching(/would be: g300: 3\.19 USD, before 2\.89 .* \(say --yes\)\n$/) },
  });
  expect(taken).toMatchObject({ reason: { stderr: 'gemcall: not moved: insufficient\n' } });
  expect(await counts()).toEqual(before);
  await operate(...price, '--yes');
  expect(await counts()).toEqual(before.map((n) => n + 1));
});
