import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { createStripeGateway } from '../../../../server/domains/payments/gateways/stripe.ts';
import { type CardKind, type StripeMachine, startStripeMachine } from '../../../harness/money/stripe-machine.ts';

let time = Date.now();
let machine: StripeMachine;
let gateway: ReturnType<typeof createStripeGateway>;
let orders = 0;
beforeAll(async () => {
  machine = await startStripeMachine(() => time);
  gateway = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', api: machine.api });
});
afterAll(() => machine?.close());

/** An open session, a stored card, and a function that charges the session to the card. */
async function opened(kind: CardKind = 'good') {
  orders += 1;
  const orderId = `order-${orders}`;
  const customerRef = machine.addCustomer();
  const cardRef = machine.addCard(kind, customerRef, `fingerprint-${orders}`);
  const price = { amountMinor: 289, currency: 'USD' } as const;
  const pages = { returnUrl: 'https://app.example/payresult', parentOrigin: 'https://app.example' };
  const facts = { ...pages, orderId, channel: 'card', price, title: '300 gems', customerRef, remember: false } as const;
  const { ref } = await gateway.open({ ...facts, expiresAt: time + 31 * MINUTE_MS }, `${orderId}:open:1`);
  const since = time;
  return {
    orderId,
    ref,
    cardRef,
    charge: () => gateway.charge(ref, { cardRef }, `${orderId}:charge:1`),
    list: () => gateway.chargesOf({ orderId, sessionRef: ref, customerRef, since }),
    made: () =>
      machine.objectsOf('payment_intent').filter(({ metadata }) => (metadata as { order?: string }).order === orderId),
  };
}
/** Loses the response to a charge, and refuses the SDK's own retry. */
const loseCharge = () => {
  let isDone = false;
  machine.setLine(({ method, path }) => {
    if (`${method} ${path}` !== 'POST /v1/payment_intents') return undefined;
    const fault = isDone ? 'refused' : 'lost';
    isDone = true;
    return fault;
  });
};

test('a charge with a lost response is in the list, and is made once under its key', async () => {
  const one = await opened();
  loseCharge();
  await expect(one.charge()).rejects.toThrow();
  machine.setLine(() => undefined);
  expect(await one.list()).toMatchObject([{ state: 'paid', chargeOf: one.ref, payment: { amountMinor: 289 } }]);
  expect(await one.charge()).toMatchObject({ state: 'paid' });
  expect(one.made()).toHaveLength(1);
});

test('a charge is not in the list when its request never arrived', async () => {
  const one = await opened();
  machine.setLine(({ method }) => (method === 'POST' ? 'refused' : undefined));
  await expect(one.charge()).rejects.toThrow();
  machine.setLine(() => undefined);
  expect(await one.list()).toEqual([]);
});

test('a key with a running request returns no result', async () => {
  const one = await opened();
  const [first] = await Promise.allSettled([one.charge()]);
  expect(first?.status).toBe('fulfilled');
  const sent = machine.requests.findLast(({ key }) => key === `${one.orderId}:charge:1`);
  machine.startKey(`${one.orderId}:charge:1`, sent?.path ?? '', sent?.form ?? {});
  await expect(one.charge()).rejects.toThrow();
  machine.startKey(`${one.orderId}:charge:1`, sent?.path ?? '', { other: 'parameters' });
  await expect(one.charge()).rejects.toThrow();
});

test('a charge is not repeated a day later, when its key has expired, because its session is closed', async () => {
  const one = await opened();
  await one.charge();
  time += 25 * HOUR_MS;
  // Stripe forgets the key after a day, but the session has expired before that, so no charge is sent.
  expect(await one.charge()).toMatchObject({ state: 'closed', isUnsent: true });
  expect(one.made()).toHaveLength(1);
});

test.each([
  ['good', 'paid'],
  ['no-funds', 'declined'],
  ['challenge', 'action'],
  ['slow', 'confirming'],
] as const)('a charge of a card that is %s is %s, also when it is listed', async (kind, state) => {
  const one = await opened(kind);
  expect(await one.charge()).toMatchObject({ state, orderId: one.orderId });
  expect(await one.list()).toMatchObject([{ state, orderId: one.orderId }]);
});

test('a payment names the fingerprint of its card', async () => {
  const one = await opened();
  expect((await one.charge()).payment).toMatchObject({ fingerprint: `fingerprint-${orders}` });
});

test('a card that was detached is declined without a charge', async () => {
  const one = await opened();
  await gateway.forget(one.cardRef);
  await gateway.forget(one.cardRef);
  expect(await one.charge()).toMatchObject({ state: 'declined', isUnsent: true });
  expect(one.made()).toEqual([]);
});
