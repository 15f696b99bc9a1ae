import { createHmac } from 'node:crypto';
import type { DeclineReason } from '../../../contract/payments/orders.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Binding, Gateway, GatewaySnapshot, OrderFacts } from '../../../server/domains/payments/gateway.ts';

type Session = { seen: GatewaySnapshot; facts: OrderFacts; charges: number };
type Fault = 'lost-answer' | 'stored-500' | 'down';
export type FakeGateway = Gateway & {
  /**
   * Sets the failure of the next call: its answer is lost after it took effect (`lost-answer`), its key answers 500 for ever
   * (`stored-500`), or the gateway is `down` until this is reset.
   */
  fault(call: 'open' | 'charge' | 'ask' | 'close', fault: Fault | undefined): void;
  /** Outcomes of the next charges, in order. */
  cards(...answers: ('paid' | 'confirming' | 'action' | DeclineReason)[]): void;
  /** The payer pays this session now. */
  pay(ref: string, change?: Partial<NonNullable<GatewaySnapshot['payment']> & { livemode: boolean }>): void;
  set(ref: string, change: Partial<GatewaySnapshot>): void;
  refsOf(orderId: string): string[];
  /** Calls that had an effect, by idempotency key. */
  readonly done: ReadonlyMap<string, string>;
  /** Every call, in the order received. */
  readonly heard: string[];
  /** A signed webhook about this session. */
  webhook(
    ref: string,
    change?: { eventId?: string; at?: number; orderId?: string },
  ): { raw: string; headers: Record<string, string> };
};

const SECRET = 'fake-secret';
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');

/** An in-memory gateway that remembers idempotency keys and fails as real gateways do. */
export function fakeGateway(now: () => number = Date.now): FakeGateway {
  const sessions = new Map<string, Session>();
  const kept = new Map<string, { answer?: string; fails?: true }>();
  const done = new Map<string, string>();
  const heard: string[] = [];
  const faults = new Map<string, Fault>();
  const answers: ('paid' | 'confirming' | 'action' | DeclineReason)[] = [];
  const cards = new Map<string, string>();
  const bindings = new Map<string, Binding>();
  let numbers = 0;
  const number = () => {
    numbers += 1;
    return String(numbers).padStart(4, '0');
  };
  const at = (ref: string): Session => {
    const session = sessions.get(ref);
    if (!session) throw new Error('no such session');
    return session;
  };
  const change = (ref: string, by: Partial<GatewaySnapshot>) => {
    at(ref).seen = { ...at(ref).seen, ...by };
  };

  /** A call with the same key takes effect once. */
  async function once(call: 'open' | 'charge', key: string, effect: () => string): Promise<GatewaySnapshot> {
    heard.push(`${call} ${key}`);
    const fault = faults.get(call);
    if (fault === 'down') throw new Error('down');
    const before = kept.get(key);
    if (before?.fails) throw new Error('500, as before');
    if (before?.answer !== undefined) return at(before.answer).seen;
    if (fault === 'stored-500') {
      faults.delete(call);
      kept.set(key, { fails: true });
      throw new Error('500');
    }
    const ref = effect();
    kept.set(key, { answer: ref });
    done.set(key, ref);
    if (fault === 'lost-answer') {
      faults.delete(call);
      throw new Error('the line was cut');
    }
    return at(ref).seen;
  }
  const pay: FakeGateway['pay'] = (ref, given = {}) => {
    const { facts } = at(ref);
    const { livemode = false, ...payment } = given;
    change(ref, {
      state: 'paid',
      livemode,
      payment: {
        ref: `pay-${number()}`,
        amountMinor: facts.price.amountMinor,
        currency: facts.price.currency,
        at: now(),
        card: { brand: 'visa', last4: '4242' },
        ...payment,
      },
    });
  };

  return {
    name: 'demo',
    livemode: false,
    channels: ['card', 'hosted', 'upi'],
    frameOrigin: 'https://pay.test',
    done,
    heard,
    pay,
    set: change,
    fault: (call, fault) => void (fault ? faults.set(call, fault) : faults.delete(call)),
    cards: (...given) => void answers.push(...given),
    refsOf: (orderId) => [...sessions].flatMap(([ref, { facts }]) => (facts.orderId === orderId ? [ref] : [])),
    open: (facts, key) =>
      once('open', key, () => {
        const ref = `session-${number()}`;
        const next = { kind: 'frame', url: `https://pay.test/frame/${ref}` } as const;
        const seen: GatewaySnapshot = {
          ref,
          orderId: facts.orderId,
          livemode: false,
          state: 'open',
          next,
          reversed: [],
        };
        sessions.set(ref, { seen, facts, charges: 0 });
        return ref;
      }),
    charge: (ref, _card, key) =>
      once('charge', key, () => {
        at(ref).charges += 1;
        const answer = answers.shift() ?? 'paid';
        if (answer === 'paid') pay(ref);
        else if (answer === 'confirming') change(ref, { state: 'confirming' });
        else if (answer === 'action') {
          change(ref, { state: 'action', next: { kind: 'challenge', url: 'https://pay.test/challenge' } });
        } else change(ref, { state: 'declined', reason: answer });
        return ref;
      }),
    chargesOf: async () => [],
    async ask(ref) {
      heard.push(`ask ${ref}`);
      if (faults.has('ask')) throw new Error('down');
      return at(ref).seen;
    },
    async close(ref) {
      heard.push(`close ${ref}`);
      if (faults.has('close')) throw new Error('down');
      const { state } = at(ref).seen;
      if (state === 'open' || state === 'action' || state === 'declined') change(ref, { state: 'closed' });
      return at(ref).seen;
    },
    async bind({ bindId }, key) {
      const ref = kept.get(key)?.answer ?? `bind-${bindId}`;
      kept.set(key, { answer: ref });
      return { ref, next: { kind: 'frame', url: 'https://pay.test/bind' } };
    },
    async keep(ref, token, key) {
      const cardRef = cards.get(key) ?? `card-${token}`;
      cards.set(key, cardRef);
      const kept = {
        card: {
          cardRef,
          customerRef: 'customer',
          brand: 'visa',
          last4: '4242',
          expires: '2031-12',
          fingerprint: `of-${token}`,
        },
      } as const;
      bindings.set(ref, kept);
      if (!token.startsWith('asked-')) return kept;
      return { next: { kind: 'challenge', url: 'https://pay.test/challenge' } };
    },
    askBinding: async (ref) => bindings.get(ref) ?? { next: { kind: 'frame', url: 'https://pay.test/bind' } },
    keptBy: async (ref) => ({
      cardRef: `card-of-${ref}`,
      customerRef: 'c',
      brand: 'visa',
      last4: '4242',
      expires: '2031-12',
    }),
    forget: async (cardRef) => void heard.push(`forget ${cardRef}`),
    refund: async () => ({ state: 'done' }),
    async *list() {
      for (const { seen } of sessions.values()) yield seen;
    },
    verifyWebhook(raw, headers, nowMs) {
      const [time = '', signature = ''] = String(headers['x-signature'] ?? '').split('.');
      if (signature !== sign(`${time}.${raw.toString('utf8')}`)) return fail('forged');
      if (Math.abs(nowMs / 1_000 - Number(time)) > 300) return fail('stale');
      return ok(JSON.parse(raw.toString('utf8')));
    },
    webhook(ref, { eventId = `event-${number()}`, at: time = now(), orderId } = {}) {
      const raw = JSON.stringify({ eventId, ref, orderId: orderId ?? sessions.get(ref)?.facts.orderId ?? '' });
      const seconds = Math.floor(time / 1_000);
      return {
        raw,
        headers: { 'x-signature': `${seconds}.${sign(`${seconds}.${raw}`)}`, 'content-type': 'application/json' },
      };
    },
  };
}
