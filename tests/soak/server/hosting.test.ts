import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type CallServer, startCalls } from '../../harness/calls/calls.ts';
import { playHostMoney } from '../../harness/money/host-money.ts';
import { report, sized } from './size.ts';

const OPERATIONS = 10_000;
const CHECK_EVERY = sized(10, 1);

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

test(`${OPERATIONS} random operations of a host and two operators leave no gem of difference at any moment`, {
  timeout: HOUR_MS,
}, async () => {
  const { payouts, checks } = await playHostMoney(at, {
    operations: OPERATIONS,
    seed: 20_261_129,
    checkEvery: CHECK_EVERY,
  });
  report('money of a host', { operations: OPERATIONS, checks, ...payouts });
  expect(await at.audit()).toEqual([]);
});
