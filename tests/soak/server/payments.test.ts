import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { ALL_OUTAGES, nameOf, type OutageResult, startPaymentOutages } from '../../harness/money/payment-outages.ts';
import { report } from './size.ts';

let outages: Awaited<ReturnType<typeof startPaymentOutages>>;
beforeAll(async () => {
  outages = await startPaymentOutages(inject('postgresUrl'));
});
afterAll(() => outages?.close());

test(`no payment is lost or made twice when the answer to a Stripe request is lost, in ${ALL_OUTAGES.length} cases`, {
  timeout: HOUR_MS,
}, async () => {
  const bad: (OutageResult & { readonly name: string })[] = [];
  const sums = {
    payments: 0,
    credited: 0,
    sentBack: 0,
    differences: 0,
    lost: 0,
    wrong: 0,
    refundedTwice: 0,
    doubled: 0,
  };
  let happened = 0;
  for (const one of ALL_OUTAGES) {
    const result = await outages.run(one);
    if (!result.isLost) bad.push({ name: `did not happen: ${nameOf(one)}`, ...result });
    happened += result.isLost ? 1 : 0;
    for (const sum of ['payments', 'credited', 'sentBack', 'differences', 'lost', 'wrong', 'refundedTwice'] as const) {
      sums[sum] += result[sum];
    }
    const doubled = Math.max(0, result.payments - 1);
    sums.doubled += doubled;
    const isStuck = result.states.some((state) => state.startsWith('unanswered charge'));
    if (doubled + result.lost + result.wrong + result.refundedTwice > 0 || isStuck) {
      bad.push({ name: nameOf(one), ...result });
    }
  }
  report('lost answers of Stripe', { cases: ALL_OUTAGES.length, happened, ...sums });
  expect(bad).toEqual([]);
  expect(await outages.audit()).toEqual([]);
});
