import { expect, test } from 'vitest';
import { gatewaySuite, orderFacts } from './gateway-suite.ts';
import { startStripeRig } from './stripe-rig.ts';

gatewaySuite('stripe', startStripeRig);

test('a Stripe session is created with the agreed terms', async () => {
  const { fake, gateway, close } = await startStripeRig();
  const facts = orderFacts({ remember: true });
  await gateway.open(facts, 'key-1');
  const [asked] = fake.requests;
  expect(asked).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions', key: 'key-1' });
  expect(asked?.form).toMatchObject({
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: facts.orderId,
    adaptive_pricing: { enabled: 'false' },
    metadata: { order: facts.orderId, uid: '100001' },
    customer_creation: 'always',
    payment_intent_data: { metadata: { order: facts.orderId, uid: '100001' }, setup_future_usage: 'on_session' },
    line_items: { 0: { quantity: '1', price_data: { currency: 'usd', unit_amount: '1299' } } },
  });
  await close();
});

test('a card is stored at Stripe only when its payer asked for it', async () => {
  const { fake, gateway, close } = await startStripeRig();
  const [kept, not] = [await gateway.open(orderFacts({ remember: true }), 'a'), await gateway.open(orderFacts(), 'b')];
  expect(await gateway.keptBy(kept.ref)).toBeUndefined();
  fake.pay(kept.ref);
  fake.pay(not.ref);
  expect(await gateway.keptBy(kept.ref)).toMatchObject({ brand: 'visa', last4: '4242', expires: '2031-07' });
  expect(await gateway.keptBy(not.ref)).toBeUndefined();
  await close();
});

test('a charge that Stripe itself rejects is declined, with the error that is logged', async () => {
  const { fake, gateway, keptCard, close } = await startStripeRig();
  const card = await keptCard('good');
  const { ref } = await gateway.open(orderFacts({ channel: 'card', customerRef: card.customerRef }), 'a');
  fake.fail('refused');
  expect(await gateway.charge(ref, { cardRef: card.cardRef }, 'b')).toMatchObject({
    state: 'declined',
    reason: 'other',
    refusal: { code: 'payment_method_not_available', statusCode: 400 },
  });
  await close();
});

test('a session stays open with the reason when a card is declined on the hosted page of Stripe', async () => {
  const { fake, gateway, close } = await startStripeRig();
  const { ref } = await gateway.open(orderFacts(), 'a');
  fake.decline(ref, 'expired_card');
  expect(await gateway.ask(ref)).toMatchObject({ state: 'open', reason: 'expired-card', next: { kind: 'redirect' } });
  await close();
});

test('a Stripe webhook of a dispute contains its payment, and one of a payment intent its order', async () => {
  const { fake, gateway, sign, close } = await startStripeRig();
  const facts = orderFacts();
  const { ref } = await gateway.open(facts, 'a');
  fake.pay(ref);
  const payment = (await gateway.ask(ref)).payment?.ref ?? '';
  const bell = (type: string, id: string) => {
    const raw = Buffer.from(fake.event(type, id));
    return gateway.verifyWebhook(raw, sign(raw, {}), Date.now());
  };
  const dispute = bell('charge.dispute.created', fake.dispute(payment, 'needs_response'));
  expect(dispute).toMatchObject({ ok: true, value: { ref: payment, orderId: '' } });
  const intent = bell('payment_intent.succeeded', payment);
  expect(intent).toMatchObject({ ok: true, value: { ref: '', orderId: facts.orderId } });
  await close();
});

test('more than a hundred refunds of a Stripe payment are read to the end', { timeout: 60_000 }, async () => {
  const { fake, gateway, close } = await startStripeRig();
  const { ref } = await gateway.open(orderFacts(), 'a');
  fake.pay(ref);
  const payment = (await gateway.ask(ref)).payment?.ref ?? '';
  for (let n = 0; n < 120; n += 1) fake.refund(payment, 1);
  expect((await gateway.ask(ref)).reversed).toHaveLength(120);
  await close();
});
