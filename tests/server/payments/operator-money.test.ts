import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { noteReversals } from '../../../server/payments/note-reversals.ts';
import { owedBy } from '../../../server/payments/owed.ts';
import { sweepReversals } from '../../../server/payments/reversals.ts';
import { MONEY_CHANGES, MONEY_LISTS } from '../../../server/run/operator-money.ts';
import { isLocked } from '../../../server/wallet/lock.ts';
import { type Sold, startSold } from './sold.ts';

let at: Sold;
let entries = 0;
beforeAll(async () => {
  at = await startSold(inject('postgresUrl'));
});
afterAll(() => at?.close());

function run(command: keyof typeof MONEY_CHANGES, ...args: string[]): Promise<string> {
  entries += 1;
  const change = MONEY_CHANGES[command](args);
  if (!change) return Promise.reject(new Error('usage'));
  return at.db.transaction((tx) => change.run(tx, `op:t${entries}`));
}

test('the operator gives, takes, locks, refunds and forgives', async () => {
  const uid = await at.someone();
  const name = String(uid);
  await run('grant', name, 'gems', '30');
  await run('adjust', name, 'gems', '-10');
  expect(await at.balance(uid)).toBe(20);
  await expect(run('adjust', name, 'gems', '-21')).rejects.toThrow('insufficient');
  for (const bad of ['0', '-5', '1.5', '']) await expect(run('grant', name, 'gems', bad)).rejects.toThrow('usage');
  await run('lock', name);
  expect(await isLocked(at.db, uid)).toBe(true);
  await run('unlock', name);
  const [refunded, disputed] = [await at.buy(uid), await at.buy(uid)];
  await run('refund', refunded.id);
  await sweepReversals(at.around);
  expect(await at.reversals(refunded.id)).toMatchObject([{ state: 'done', by: expect.stringMatching(/^op:/) }]);
  await at.spend(uid, 1_000);
  for (const state of ['asked', 'lost'] as const) {
    await at.rig.dispute(disputed.paymentRef, state);
    await noteReversals(at.db, disputed.id, (await at.rig.gateway.ask(disputed.ref)).reversed);
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
  expect(await MONEY_LISTS.audit(at.db)).toEqual(['every law of the ledger holds']);
});

test('on the command line a change is tried, done, and refused in one line', async () => {
  const uid = await at.someone();
  const env = { ...process.env, DATABASE_URL: at.pool.options.connectionString };
  const operate = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['server/run/operator.ts', ...words, '--reason', 'x'], { env });
  const grant = ['grant', String(uid), 'gems', '50'];
  expect((await operate(...grant)).stdout).toBe(`gemcall: would be: ${uid}: 50 gems, now 50 (say --yes)\n`);
  expect(await at.balance(uid)).toBe(0);
  await operate(...grant, '--yes');
  expect(await at.balance(uid)).toBe(50);
  const taken = operate('adjust', String(uid), 'gems', '-51', '--yes');
  await expect(taken).rejects.toMatchObject({ stderr: 'gemcall: not moved: insufficient\n' });
});
