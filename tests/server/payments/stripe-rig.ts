import Stripe from 'stripe';
import { createStripeGateway } from '../../../server/domains/payments/gateways/stripe.ts';
import { type FakeStripe, startFakeStripe } from '../../harness/money/fake-stripe.ts';
import type { GatewayRig } from './gateway-suite.ts';

export const WEBHOOK_SECRET = 'whsec_test';
const DISPUTES = { inquiry: 'warning_needs_response', asked: 'needs_response', won: 'won', lost: 'lost' } as const;
const REFUNDS = { done: 'succeeded', sent: 'pending', failed: 'failed' } as const;

export async function startStripeRig(): Promise<GatewayRig & { readonly fake: FakeStripe }> {
  const fake = await startFakeStripe();
  const gateway = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, api: fake.api });
  const signer = new Stripe('sk_test_1').webhooks;
  const sign: GatewayRig['sign'] = (raw, { at = Date.now(), secret = WEBHOOK_SECRET }) => ({
    'stripe-signature': signer.generateTestHeaderString({
      payload: raw.toString(),
      secret,
      timestamp: Math.floor(at / 1_000),
    }),
  });
  return {
    fake,
    gateway,
    sign,
    async pay(ref, how = {}) {
      fake.pay(ref, {
        ...(how.sum !== undefined && { amount: how.sum }),
        ...(how.currency && { currency: how.currency.toLowerCase() }),
        ...(how.later && { async: true }),
      });
    },
    settle: async (ref, paid) => fake.settle(ref, paid),
    lapse: async (ref) => fake.lapse(ref),
    async keptCard(kind, customerRef = fake.addCustomer()) {
      return { cardRef: fake.addCard(kind, customerRef), customerRef };
    },
    challenge: async (ref, passed) => fake.challenge(ref, passed),
    async typeCard(ref, kind = 'good') {
      fake.typeCard(ref, kind);
      return 'hosted';
    },
    refund: async (payment, amount) => void fake.refund(payment, amount),
    dispute: async (payment, state) => void fake.dispute(payment, DISPUTES[state], `dp_${payment}`),
    answerRefunds: async (state) => fake.answerRefunds(REFUNDS[state]),
    refundsOf: async (payment) => fake.refundsOf(payment).length,
    sessionsOf: async (orderId) => fake.sessionsOf(orderId).length,
    fail: async (fault) => fake.fail(fault),
    async webhook(ref) {
      const raw = Buffer.from(fake.event('checkout.session.completed', ref));
      return { raw, headers: sign(raw, {}) };
    },
    close: fake.close,
  };
}
