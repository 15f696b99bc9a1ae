import { nanoid } from 'nanoid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import type { Gateway, GatewayCard, GatewaySnapshot, OrderFacts } from '../../../server/domains/payments/gateway.ts';

/** A gateway together with the payer, the banks and its console, as a test operates them. */
export type GatewayRig = {
  readonly gateway: Gateway;
  /** The payer pays on the gateway's page. `later`: the bank answers later. */
  pay(
    ref: string,
    how?: { readonly sum?: number; readonly currency?: string; readonly later?: boolean },
  ): Promise<void>;
  /** Sets the final decision of the bank. */
  settle(ref: string, paid: boolean): Promise<void>;
  /** Lets the session expire. */
  lapse(ref: string): Promise<void>;
  /** Stores a card at the gateway, of a new payer or of the one who has `customerRef`. */
  keptCard(
    kind: 'good' | 'no-funds' | 'challenge',
    customerRef?: string,
  ): Promise<Pick<GatewayCard, 'cardRef' | 'customerRef'>>;
  challenge(ref: string, passed: boolean): Promise<void>;
  /** The payer enters a card to store; returns its token. */
  typeCard(bindRef: string, kind?: 'good' | 'declined'): Promise<string>;
  /** Refunds in the gateway's own console. */
  refund(paymentRef: string, amountMinor: number): Promise<void>;
  /** A bank opens a dispute of the payment, or changes its state. */
  dispute(paymentRef: string, state: 'inquiry' | 'asked' | 'won' | 'lost'): Promise<void>;
  answerRefunds(state: 'done' | 'sent' | 'failed'): Promise<void>;
  refundsOf(paymentRef: string): Promise<number>;
  sessionsOf(orderId: string): Promise<number>;
  /** A fault of the next call that has an effect. `lost`: the effect happens, and the answer is lost. */
  fail(fault: 'stored' | 'lost' | 'down'): Promise<void>;
  /** A webhook about a session, signed now. */
  webhook(ref: string): Promise<Signed>;
  sign(raw: Buffer, how: { readonly at?: number; readonly secret?: string }): Record<string, string>;
  close(): Promise<void>;
};
export type Signed = { readonly raw: Buffer; readonly headers: Record<string, string> };

export const orderFacts = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  orderId: nanoid(),
  uid: 100_001,
  channel: 'hosted',
  price: { amountMinor: 1_299, currency: 'USD' },
  title: '1500 gems',
  customerRef: '',
  remember: false,
  expiresAt: Date.now() + 31 * MINUTE_MS,
  returnUrl: 'https://app.example/payresult?order=1',
  parentOrigin: 'https://app.example',
  ...more,
});

/** Tests the contract that every payment gateway must fulfil. */
export function gatewaySuite(name: string, start: () => Promise<GatewayRig>): void {
  describe(`gateway ${name}`, () => {
    let rig: GatewayRig;
    let gateway: Gateway;
    beforeAll(async () => {
      rig = await start();
      ({ gateway } = rig);
    });
    afterAll(() => rig?.close());

    const open = (facts: OrderFacts = orderFacts()) => gateway.open(facts, `${facts.orderId}:open:1`);
    async function paid(
      facts: OrderFacts = orderFacts(),
    ): Promise<GatewaySnapshot & { payment: NonNullable<GatewaySnapshot['payment']> }> {
      const { ref } = await open(facts);
      await rig.pay(ref);
      const seen = await gateway.ask(ref);
      if (!seen.payment) throw new Error('It is not paid');
      return { ...seen, payment: seen.payment };
    }
    const reversalOf = (seen: Awaited<ReturnType<typeof paid>>, amountMinor = 500) => ({
      reversalId: nanoid(),
      orderId: seen.orderId,
      paymentRef: seen.payment.ref,
      price: { amountMinor, currency: 'USD' as const },
    });

    describe('sessions', () => {
      test('a new session is open, has its order and account, and has a next action for the payer', async () => {
        const facts = orderFacts();
        const seen = await open(facts);
        const { orderId, uid } = facts;
        expect(seen).toMatchObject({ orderId, uid, state: 'open', livemode: gateway.livemode, reversed: [] });
        expect(seen.payment).toBeUndefined();
        expect(seen.next?.kind).toMatch(/^(frame|redirect|upi)$/);
        expect(await gateway.ask(seen.ref)).toMatchObject({ ref: seen.ref, orderId: facts.orderId, state: 'open' });
      });

      test('one idempotency key opens one session, also with simultaneous requests', async () => {
        const facts = orderFacts();
        const refs = await Promise.all([open(facts), open(facts), open(facts)]);
        expect(new Set(refs.map(({ ref }) => ref)).size).toBe(1);
        expect(await rig.sessionsOf(facts.orderId)).toBe(1);
      });

      test('a session whose answer was lost is found with the same idempotency key', async () => {
        const facts = orderFacts();
        await rig.fail('lost');
        await expect(open(facts)).rejects.toThrow();
        expect((await open(facts)).state).toBe('open');
        expect(await rig.sessionsOf(facts.orderId)).toBe(1);
      });

      test('a session is opened with another idempotency key when a failure was stored for the first', async () => {
        const facts = orderFacts();
        await rig.fail('stored');
        await expect(open(facts)).rejects.toThrow();
        await expect(open(facts)).rejects.toThrow();
        expect((await gateway.open(facts, `${facts.orderId}:open:2`)).state).toBe('open');
      });

      test('the gateway throws while it is down, and answers afterwards', async () => {
        const facts = orderFacts();
        await rig.fail('down');
        await expect(open(facts)).rejects.toThrow();
        expect((await open(facts)).state).toBe('open');
      });

      test('one idempotency key is refused for a different request', async () => {
        const facts = orderFacts();
        await open(facts);
        await expect(open({ ...facts, price: { amountMinor: 1, currency: 'USD' } })).rejects.toThrow();
      });

      test('a session may be opened until the last minute of its order', async () => {
        const seen = await open(orderFacts({ expiresAt: Date.now() + MINUTE_MS }));
        expect(seen.state).toBe('open');
      });

      test('an amount in a currency of three decimals must end in zero', async () => {
        const facts = orderFacts({ price: { amountMinor: 890, currency: 'KWD' } });
        const { ref } = await open(facts);
        await rig.pay(ref);
        expect((await gateway.ask(ref)).payment).toMatchObject({ amountMinor: 890, currency: 'KWD' });
        await expect(open(orderFacts({ price: { amountMinor: 895, currency: 'KWD' } }))).rejects.toThrow();
      });

      test('a query of an unknown session throws', async () => {
        await expect(gateway.ask('cs_unknown')).rejects.toThrow();
      });
    });

    describe('payments', () => {
      test('a payment has its amount, currency and time', async () => {
        const before = Date.now();
        const facts = orderFacts();
        const seen = await paid(facts);
        expect(seen).toMatchObject({ state: 'paid', orderId: facts.orderId, reversed: [] });
        expect(seen.payment).toMatchObject({ amountMinor: 1_299, currency: 'USD' });
        expect(seen.payment.ref).not.toBe('');
        expect(Math.abs(seen.payment.at - before)).toBeLessThan(10 * MINUTE_MS);
      });

      test('a payment is reported with its own amount when it differs from the order', async () => {
        const { ref } = await open();
        await rig.pay(ref, { sum: 1 });
        expect(await gateway.ask(ref)).toMatchObject({ state: 'paid', payment: { amountMinor: 1 } });
      });

      test('a payment is reported with its own currency when it differs from the order', async () => {
        const { ref } = await open();
        await rig.pay(ref, { currency: 'EUR' });
        expect(await gateway.ask(ref)).toMatchObject({ state: 'paid', payment: { currency: 'EUR' } });
      });

      test('a payment is confirming until the bank answers, then paid', async () => {
        const { ref } = await open();
        await rig.pay(ref, { later: true });
        const seen = await gateway.ask(ref);
        expect(seen.state).toBe('confirming');
        expect(seen.payment).toBeUndefined();
        await rig.settle(ref, true);
        expect(await gateway.ask(ref)).toMatchObject({ state: 'paid', payment: { amountMinor: 1_299 } });
      });

      test('a session is not paid when the bank finally refuses the payment', async () => {
        const { ref } = await open();
        await rig.pay(ref, { later: true });
        await rig.settle(ref, false);
        const seen = await gateway.ask(ref);
        expect(['closed', 'declined']).toContain(seen.state);
        expect(seen.payment).toBeUndefined();
      });
    });

    describe('closing of sessions', () => {
      test('an open session cannot be paid after it is closed, and closing it again returns the same', async () => {
        const { ref } = await open();
        expect((await gateway.close(ref)).state).toBe('closed');
        expect((await gateway.close(ref)).state).toBe('closed');
        expect((await gateway.ask(ref)).state).toBe('closed');
      });

      test('closing a paid session reports the payment', async () => {
        const { ref, payment } = await paid();
        expect(await gateway.close(ref)).toMatchObject({ state: 'paid', payment: { ref: payment.ref } });
      });

      test('a session is not closed while a bank confirms its payment', async () => {
        const { ref } = await open();
        await rig.pay(ref, { later: true });
        expect((await gateway.close(ref)).state).toBe('confirming');
        await rig.settle(ref, true);
        expect((await gateway.close(ref)).state).toBe('paid');
      });

      test('a session is closed when its time is over', async () => {
        const { ref } = await open();
        await rig.lapse(ref);
        expect((await gateway.ask(ref)).state).toBe('closed');
        expect((await gateway.close(ref)).state).toBe('closed');
      });

      test('a payment counts when it succeeds after the end of its session', async () => {
        const { ref } = await open();
        await rig.lapse(ref);
        await rig.pay(ref);
        expect((await gateway.ask(ref)).state).toBe('paid');
      });
    });

    describe('stored cards', () => {
      const charge = (ref: string, cardRef: string, attempt = 1) =>
        gateway.charge(ref, { cardRef }, `${ref}:charge:${attempt}`);
      type Card = Awaited<ReturnType<GatewayRig['keptCard']>>;
      const cardOrder = ({ customerRef }: Card) => open(orderFacts({ channel: 'card', customerRef }));

      test('a stored card pays once for one idempotency key', async () => {
        const card = await rig.keptCard('good');
        const { ref, orderId } = await cardOrder(card);
        const [seen, again] = [await charge(ref, card.cardRef), await charge(ref, card.cardRef)];
        const payment = { amountMinor: 1_299, currency: 'USD' };
        expect(seen).toMatchObject({ state: 'paid', orderId, uid: 100_001, payment });
        expect(again.payment?.ref).toBe(seen.payment?.ref);
        expect(await gateway.ask(seen.ref)).toMatchObject({ state: 'paid', orderId });
      });

      test('a stored card without funds is declined with the reason, and the next attempt may pay', async () => {
        const poor = await rig.keptCard('no-funds');
        const { ref } = await cardOrder(poor);
        const seen = await charge(ref, poor.cardRef);
        expect(seen).toMatchObject({ state: 'declined', reason: 'no-funds' });
        expect(seen.payment).toBeUndefined();
        const good = await rig.keptCard('good', poor.customerRef);
        expect((await charge(ref, good.cardRef, 2)).state).toBe('paid');
      });

      test('a stored card with a challenge leads to its bank, and is paid after it', async () => {
        const card = await rig.keptCard('challenge');
        const { ref } = await cardOrder(card);
        const seen = await charge(ref, card.cardRef);
        expect(seen).toMatchObject({ state: 'action', next: { kind: 'challenge' } });
        await rig.challenge(seen.ref, true);
        expect((await gateway.ask(seen.ref)).state).toBe('paid');
      });

      test('a stored card is declined when its challenge fails', async () => {
        const card = await rig.keptCard('challenge');
        const { ref } = await cardOrder(card);
        const seen = await charge(ref, card.cardRef);
        await rig.challenge(seen.ref, false);
        expect(await gateway.ask(seen.ref)).toMatchObject({ state: 'declined', reason: 'challenge-failed' });
      });

      test('a stored card is charged once when the answer was lost', async () => {
        const card = await rig.keptCard('good');
        const { ref } = await cardOrder(card);
        await rig.fail('lost');
        await expect(charge(ref, card.cardRef)).rejects.toThrow();
        expect((await charge(ref, card.cardRef)).state).toBe('paid');
      });

      test('a stored card is not charged for a session that is paid or closed', async () => {
        const card = await rig.keptCard('good');
        const { ref, payment } = await paid(orderFacts({ customerRef: card.customerRef }));
        expect((await charge(ref, card.cardRef)).payment?.ref).toBe(payment.ref);
        const other = await cardOrder(card);
        await gateway.close(other.ref);
        expect((await charge(other.ref, card.cardRef)).state).toBe('closed');
      });

      test('a card is stored without a purchase, and can be deleted repeatedly', async () => {
        const back = { returnUrl: 'https://app.example/bindcheckout', parentOrigin: 'https://app.example' };
        const bound = await gateway.bind({ bindId: nanoid(), customerRef: '', ...back }, nanoid());
        expect(await gateway.askBinding(bound.ref)).toEqual({ next: bound.next });
        const { card } = await gateway.keep(bound.ref, await rig.typeCard(bound.ref), nanoid());
        if (!card) throw new Error('the card was not kept');
        expect(card).toMatchObject({ last4: '4242', expires: expect.stringMatching(/^\d{4}-\d\d$/) });
        expect(await gateway.askBinding(bound.ref)).toEqual({ card });
        const { ref } = await cardOrder(card);
        expect((await charge(ref, card.cardRef)).state).toBe('paid');
        await gateway.forget(card.cardRef);
        await gateway.forget(card.cardRef);
        const later = await cardOrder(card);
        expect(await charge(later.ref, card.cardRef)).toMatchObject({ state: 'declined' });
        expect((await gateway.ask(later.ref)).payment).toBeUndefined();
      });

      test('a card that its bank declines is not stored, with the reason, and another card is stored instead', async () => {
        const back = { returnUrl: 'https://app.example/bindcheckout', parentOrigin: 'https://app.example' };
        const bound = await gateway.bind({ bindId: nanoid(), customerRef: '', ...back }, nanoid());
        const declined = await gateway.keep(bound.ref, await rig.typeCard(bound.ref, 'declined'), nanoid());
        expect(declined).toMatchObject({ reason: 'declined' });
        expect(declined.card).toBeUndefined();
        const kept = await gateway.keep(bound.ref, await rig.typeCard(bound.ref), nanoid());
        expect(kept).toMatchObject({ card: { last4: '4242' } });
      });
    });

    describe('refunds and disputes', () => {
      test('a payment is refunded once for one reversal, and the refund is listed with its id', async () => {
        const seen = await paid();
        const reversal = reversalOf(seen);
        expect(await gateway.refund(reversal, reversal.reversalId)).toMatchObject({ state: 'done' });
        expect(await gateway.refund(reversal, reversal.reversalId)).toMatchObject({ state: 'done' });
        expect(await rig.refundsOf(seen.payment.ref)).toBe(1);
        const { reversed } = await gateway.ask(seen.ref);
        expect(reversed).toEqual([{ ref: reversal.reversalId, amountMinor: 500, kind: 'refund', state: 'done' }]);
      });

      test('a payment is refunded once when the answer was lost, also with another idempotency key', async () => {
        const seen = await paid();
        const reversal = reversalOf(seen);
        await rig.fail('lost');
        await expect(gateway.refund(reversal, reversal.reversalId)).rejects.toThrow();
        expect(await gateway.refund(reversal, nanoid())).toMatchObject({ state: 'done' });
        expect(await rig.refundsOf(seen.payment.ref)).toBe(1);
      });

      test('a refund of more than was paid is refused', async () => {
        const seen = await paid();
        expect(await gateway.refund(reversalOf(seen, 1_300), nanoid())).toMatchObject({ state: 'failed' });
        expect(await rig.refundsOf(seen.payment.ref)).toBe(0);
      });

      test('a refund is pending while the bank processes it', async () => {
        const seen = await paid();
        await rig.answerRefunds('sent');
        const reversal = reversalOf(seen);
        expect(await gateway.refund(reversal, reversal.reversalId)).toMatchObject({ state: 'sent' });
        await rig.answerRefunds('done');
        const { reversed } = await gateway.ask(seen.ref);
        expect(reversed).toMatchObject([{ ref: reversal.reversalId, state: 'asked' }]);
      });

      test('a refund made in the console of the gateway is detected', async () => {
        const seen = await paid();
        await rig.refund(seen.payment.ref, 300);
        const { reversed, state } = await gateway.ask(seen.ref);
        expect(state).toBe('paid');
        expect(reversed).toMatchObject([{ kind: 'refund', amountMinor: 300, state: 'done' }]);
      });

      test('an inquiry is not a dispute, and a dispute is reported as open, won or lost', async () => {
        const seen = await paid();
        const disputed = async () =>
          (await gateway.ask(seen.ref)).reversed.map(({ kind, state }) => `${kind} ${state}`);
        await rig.dispute(seen.payment.ref, 'inquiry');
        expect(await disputed()).toEqual([]);
        for (const state of ['asked', 'lost', 'won'] as const) {
          await rig.dispute(seen.payment.ref, state);
          expect(await disputed()).toEqual([`dispute ${state}`]);
        }
      });
    });

    describe('the list of sessions', () => {
      test('the list has every session since a time, including refunded payments', async () => {
        const [one, two, unpaid] = [await paid(), await paid(), await open()];
        await rig.refund(one.payment.ref, 100);
        const listed = new Map<string, GatewaySnapshot>();
        for await (const seen of gateway.list(Date.now() - 10 * MINUTE_MS)) listed.set(seen.ref, seen);
        expect(listed.get(one.ref)).toMatchObject({ state: 'paid', reversed: [{ amountMinor: 100 }] });
        expect(listed.get(two.ref)).toMatchObject({ state: 'paid', reversed: [] });
        expect(listed.get(unpaid.ref)?.state).toBe('open');
      });

      test('the list has no sessions from the future', async () => {
        for await (const seen of gateway.list(Date.now() + 60 * MINUTE_MS)) expect(seen).toBeUndefined();
      });
    });

    describe('webhooks', () => {
      const now = Date.now();

      test('a webhook contains its session and order', async () => {
        const { ref, orderId } = await paid();
        const { raw, headers } = await rig.webhook(ref);
        const verified = gateway.verifyWebhook(raw, headers, Date.now());
        expect(verified).toMatchObject({ ok: true, value: { ref, orderId } });
        expect(gateway.verifyWebhook(raw, headers, Date.now())).toEqual(verified);
      });

      test('a webhook is rejected as stale when its time is outside the tolerance', async () => {
        const { raw } = await rig.webhook((await open()).ref);
        const at = (shift: number) => gateway.verifyWebhook(raw, rig.sign(raw, { at: now + shift }), now);
        expect(at(-301 * SECOND_MS)).toMatchObject({ ok: false, error: 'stale' });
        expect(at(302 * SECOND_MS)).toMatchObject({ ok: false, error: 'stale' });
        expect(at(-299 * SECOND_MS).ok).toBe(true);
        expect(at(299 * SECOND_MS).ok).toBe(true);
      });

      test('a webhook is rejected as forged when it has another signer', async () => {
        const { raw } = await rig.webhook((await open()).ref);
        const headers = rig.sign(raw, { secret: 'whsec_other' });
        expect(gateway.verifyWebhook(raw, headers, Date.now())).toMatchObject({ ok: false, error: 'forged' });
      });

      test('a webhook is rejected as forged when any byte was changed', async () => {
        const { raw, headers } = await rig.webhook((await open()).ref);
        for (let at = 0; at < raw.length; at += 7) {
          const changed = Buffer.from(raw);
          changed[at] = (changed[at] ?? 0) ^ 1;
          expect(gateway.verifyWebhook(changed, headers, Date.now())).toMatchObject({ ok: false, error: 'forged' });
        }
      });

      test('a webhook is rejected as forged without a signature, with half of one, or with a second time', async () => {
        const { raw, headers } = await rig.webhook((await open()).ref);
        const old = rig.sign(raw, { at: now - 400 * SECOND_MS });
        const [name = ''] = Object.keys(headers);
        const fresh = Math.floor(now / SECOND_MS);
        const forged = [
          '',
          't=1',
          'v1=',
          headers[name]?.slice(0, -1),
          headers[name]?.replace('v1=', 'v0='),
          `t=${fresh},${old[name]}`,
          `t=${fresh},${old[name]?.replace('t=', 't= ')}`,
          `${old[name]},t=${fresh}`,
          old[name]?.replace('t=', 't=+'),
        ];
        for (const value of forged) {
          expect(gateway.verifyWebhook(raw, { [name]: value }, now), value).toMatchObject({ ok: false });
        }
        expect(gateway.verifyWebhook(raw, {}, now)).toMatchObject({ ok: false, error: 'forged' });
        expect(gateway.verifyWebhook(Buffer.alloc(0), headers, now)).toMatchObject({ ok: false, error: 'forged' });
      });
    });
  });
}
