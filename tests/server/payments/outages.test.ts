import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { nameOf, type OutageCase, startPaymentOutages } from '../../harness/money/payment-outages.ts';

let outages: Awaited<ReturnType<typeof startPaymentOutages>>;
beforeAll(async () => {
  outages = await startPaymentOutages(inject('postgresUrl'));
});
afterAll(async () => {
  const broken = outages && (await outages.audit());
  await outages?.close();
  expect(broken).toEqual([]);
});

/** Cases in which money was lost or taken twice before; all cases run in `npm run soak -- server payments`. */
const CASES: readonly OutageCase[] = [
  { call: 'charge a kept card', outage: '61 s', webhook: 'webhook during the outage', isKilled: false },
  { call: 'charge a kept card', outage: '2 h', webhook: 'no webhook', isKilled: true },
];

test.each(CASES.map((one) => [nameOf(one), one] as const))(
  'a payment is not lost when its answer is lost: %s',
  async (_name, one) => {
    const result = await outages.run(one);
    expect(result).toMatchObject({ isLost: true, lost: 0, wrong: 0, refundedTwice: 0 });
    expect(result.payments).toBeLessThanOrEqual(1);
    expect(result.states.filter((state) => state.startsWith('unanswered charge'))).toEqual([]);
  },
);
