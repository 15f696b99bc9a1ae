import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GatewaySnapshot } from '../../../../server/domains/payments/gateway.ts';
import { type GatewayAnswers, isLive, type OrderNow, step } from '../../../../server/domains/payments/order/step.ts';

const ORDER: OrderNow = {
  id: 'order',
  state: 'open',
  reason: null,
  channel: 'card',
  amountMinor: 289,
  currency: 'USD',
  livemode: false,
  declines: 0,
  paymentRef: null,
  next: null,
};
const seen = (change: Partial<GatewaySnapshot> = {}): GatewaySnapshot => ({
  ref: 's1',
  orderId: 'order',
  livemode: false,
  state: 'open',
  reversed: [],
  ...change,
});
const paid = (
  ref: string,
  change: Partial<NonNullable<GatewaySnapshot['payment']>> = {},
  more: Partial<GatewaySnapshot> = {},
) =>
  seen({
    ref: `s-${ref}`,
    state: 'paid',
    payment: { ref, amountMinor: 289, currency: 'USD', at: 5, ...change },
    ...more,
  });
const ASKED: GatewayAnswers = { seens: [], whole: true, fresh: true, charges: 0, unheard: false };
const stepped = (order: Partial<OrderNow>, asked: Partial<GatewayAnswers>) =>
  step({ ...ORDER, ...order }, { ...ASKED, ...asked });

describe('a payment order', () => {
  test.each(['created', 'open', 'action', 'confirming', 'failed', 'expired'] as const)(
    'a payment order that is %s is paid when the payment matches the agreement',
    (state) => {
      const done = stepped({ state }, { seens: [paid('p')], fresh: false, whole: false });
      expect(done).toMatchObject({ state: 'paid', credited: { ref: 'p' }, surplus: [] });
    },
  );

  test.each([
    ['sum', paid('p', { amountMinor: 288 })],
    ['sum', paid('p', { amountMinor: 100_000 })],
    ['currency', paid('p', { currency: 'INR' })],
    ['livemode', paid('p', {}, { livemode: true })],
    ['order', paid('p', {}, { orderId: 'other' })],
  ])('a payment order with a different %s is set to manual review, and credits nothing', (what, one) => {
    const done = stepped({}, { seens: [one] });
    expect(done).toMatchObject({ state: 'review', odd: [{ ref: 'p', what }] });
    expect(done.credited).toBeUndefined();
    expect(stepped({ state: 'review' }, { seens: [paid('p')] })).toMatchObject({ state: 'review', surplus: [] });
  });

  test.each(['expired', 'cancelled'] as const)(
    'a payment order is not %s while the result of a charge is unknown',
    (closing) => {
      const asked = { seens: [seen({ state: 'closed' })], charges: 1, closing };
      expect(stepped({ state: 'confirming' }, { ...asked, unheard: true })).toMatchObject({ state: 'confirming' });
      expect(isLive(stepped({ state: 'confirming' }, { ...asked, unheard: false }).state)).toBe(false);
    },
  );

  test('a payment order is not paid by a refunded payment', () => {
    const sentBack = new Set(['p']);
    expect(stepped({ state: 'failed' }, { seens: [paid('p')], sentBack })).toMatchObject({
      state: 'failed',
      surplus: [],
    });
    const other = stepped({ state: 'failed' }, { seens: [paid('p'), paid('q')], sentBack });
    expect(other).toMatchObject({ state: 'paid', credited: { ref: 'q' }, surplus: [] });
  });

  test('a payment order that is paid twice credits the earlier payment and refunds the other, immediately and later', () => {
    const both = [paid('late', { at: 9 }), paid('soon', { at: 1 })];
    expect(stepped({}, { seens: both })).toMatchObject({ credited: { ref: 'soon' }, surplus: [{ ref: 'late' }] });
    const later = stepped({ state: 'paid', paymentRef: 'soon' }, { seens: both });
    expect([later.credited, later.surplus.map(({ ref }) => ref)]).toEqual([undefined, ['late']]);
  });

  test.each<[string, Partial<GatewayAnswers>, Partial<OrderNow>, object]>([
    [
      'waits for the bank',
      { seens: [seen({ state: 'confirming' })] },
      {},
      { state: 'confirming', next: { kind: 'wait' } },
    ],
    [
      'waits while a charge was not answered',
      { seens: [seen()], unheard: true, charges: 1 },
      {},
      { state: 'confirming' },
    ],
    [
      'is tried again after a decline',
      { seens: [seen({ state: 'declined', reason: 'no-funds' })], charges: 1 },
      { state: 'confirming' },
      { state: 'open', reason: 'no-funds', declines: 1 },
    ],
    [
      'fails at the fifth decline',
      { seens: [seen({ state: 'declined' })], charges: 5 },
      { declines: 4 },
      { state: 'failed', reason: 'too-many' },
    ],
    [
      'stays open when a hosted page declines',
      { seens: [seen({ state: 'declined', reason: 'declined' })] },
      { channel: 'hosted' },
      { state: 'open', reason: 'declined' },
    ],
    [
      'is cancelled once it is closed',
      { seens: [seen({ state: 'closed' })], closing: 'cancelled' },
      {},
      { state: 'failed', reason: 'cancelled' },
    ],
    ['expires once it is closed', { seens: [seen({ state: 'closed' })], closing: 'expired' }, {}, { state: 'expired' }],
    ['expires though it was never opened', { closing: 'expired' }, { state: 'created' }, { state: 'expired' }],
    [
      'does not expire while one session is silent',
      { seens: [seen({ state: 'closed' })], closing: 'expired', whole: false },
      {},
      { state: 'open' },
    ],
    [
      'does not expire while a bank thinks',
      { seens: [seen({ state: 'confirming' })], closing: 'expired' },
      {},
      { state: 'confirming' },
    ],
    [
      'keeps its state for an answer that is old',
      { seens: [seen({ state: 'declined' })], charges: 2, fresh: false },
      { state: 'confirming' },
      { state: 'confirming', declines: 0 },
    ],
    [
      'stays failed',
      { seens: [seen()] },
      { state: 'failed', reason: 'cancelled' },
      { state: 'failed', reason: 'cancelled' },
    ],
  ])('a payment order %s', (_what, asked, order, expected) => {
    expect(stepped(order, asked)).toMatchObject(expected);
  });
});

describe('repeated, reordered or lost payment events', () => {
  const PAYMENTS = [paid('a', { at: 3 }), paid('b', { at: 7 }), paid('c', { amountMinor: 1 })];
  const OTHERS = (['open', 'action', 'confirming', 'declined', 'closed'] as const).map((state) => seen({ state }));
  const seens = fc.array(fc.constantFrom(...PAYMENTS, ...OTHERS), { maxLength: 5 });
  const round = fc.record({
    seens,
    whole: fc.boolean(),
    fresh: fc.boolean(),
    unheard: fc.boolean(),
    charges: fc.integer({ min: 0, max: 6 }),
    closing: fc.constantFrom(undefined, 'expired', 'cancelled' as const),
  });

  test('repeated or lost payment events credit at most one payment, refund the other matching ones, and keep a paid order paid', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 8 }), (rounds) => {
        let order = ORDER;
        const credited: string[] = [];
        const back = new Set<string>();
        for (const { closing, ...asked } of rounds) {
          const done = step(order, { ...asked, ...(closing === undefined ? {} : { closing: closing as 'expired' }) });
          if (done.credited) credited.push(done.credited.ref);
          for (const { ref } of done.surplus) back.add(ref);
          const fits = asked.seens.some(({ payment }) => payment?.amountMinor === 289);
          if (fits && order.state !== 'review' && done.state !== 'paid') return false;
          if (order.state === 'paid' && done.state !== 'paid') return false;
          if (!isLive(order.state) && isLive(done.state)) return false;
          if (done.declines < order.declines) return false;
          order = { ...order, ...done, paymentRef: done.credited?.ref ?? order.paymentRef };
        }
        return (
          credited.length <= 1 && !back.has(credited[0] ?? '') && (order.state === 'paid') === (credited.length === 1)
        );
      }),
      { numRuns: 10_000 },
    );
  });

  test('the order of the sessions changes neither the credited payment nor the refunds', () => {
    fc.assert(
      fc.property(seens, (some) => {
        const [one, other] = [some, some.toReversed()].map((list) => stepped({}, { seens: list }));
        return one?.credited?.ref === other?.credited?.ref && one?.surplus.length === other?.surplus.length;
      }),
      { numRuns: 2_000 },
    );
  });
});
