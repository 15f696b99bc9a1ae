import type { DeclineReason, NextStep } from '../../../contract/payments/orders.ts';
import { CHARGE_ATTEMPTS_MAX } from '../../../contract/payments/rules.ts';
import type { Seen } from './gateway.ts';
import type { ORDER_STATES } from './tables.ts';

export type OrderState = (typeof ORDER_STATES)[number];
export type Payment = NonNullable<Seen['payment']>;

/** What of an order decides what becomes of it. */
export type OrderNow = {
  readonly id: string;
  readonly state: OrderState;
  readonly reason: DeclineReason | null;
  readonly channel: 'card' | 'hosted' | 'upi';
  readonly amountMinor: number;
  readonly currency: string;
  readonly livemode: boolean;
  readonly declines: number;
  readonly paymentRef: string | null;
  readonly next: NextStep | null;
};

/** What was asked of the gateway, and how much of the answer is known. */
export type Asked = {
  /** What the gateway said of each session, the newest last. */
  readonly seens: readonly Seen[];
  /** Every session answered. Else nothing is given up, because the silent one may be paid. */
  readonly whole: boolean;
  /** The order is as it was when the gateway was asked. Else only payments count: they stay true. */
  readonly fresh: boolean;
  /** Charges so far. */
  readonly charges: number;
  /** The answer to a charge is not known: it may be paid, so that nothing is given up. */
  readonly unheard: boolean;
  /** Payments that already go back, each by its reference: they are never credited. */
  readonly sentBack?: ReadonlySet<string>;
  /** Why the sessions were closed before: the order is over, or the payer wants it no more. */
  readonly closing?: 'expired' | 'cancelled';
};

export type Step = {
  readonly state: OrderState;
  readonly reason: DeclineReason | null;
  readonly declines: number;
  readonly next: NextStep | null;
  /** The payment that is credited now. */
  readonly credited?: Payment;
  /** Payments that go back. */
  readonly surplus: readonly Payment[];
  /** Payments that a person must look at: another sum, currency or mode than was agreed. */
  readonly odd: readonly (Payment & { readonly what: 'sum' | 'currency' | 'livemode' | 'order' })[];
};

const END: readonly OrderState[] = ['paid', 'failed', 'expired', 'review'];
export const isLive = (state: OrderState): boolean => !END.includes(state);

/**
 * What becomes of an order by what the gateway says. It does not depend on the order of the sessions, on what is said twice, or on
 * what is left out: a payment is credited once, and what is paid stays paid.
 */
export function step(order: OrderNow, asked: Asked): Step {
  const { state, reason, declines, next } = order;
  const same = { state, reason, declines, next };
  const { fitting, odd } = paymentsOf(order, asked);
  if (state === 'paid') {
    return { ...same, surplus: fitting.filter(({ ref }) => ref !== order.paymentRef), odd };
  }
  // The operator decides, and sees what came since.
  if (state === 'review') return { ...same, surplus: [], odd };
  const [first, ...more] = fitting;
  if (first !== undefined) {
    return { state: 'paid', reason: null, declines, next: null, credited: first, surplus: more, odd };
  }
  if (odd.length > 0) return { state: 'review', reason: null, declines, next: null, surplus: [], odd };
  if (!isLive(state) || !asked.fresh) return { ...same, surplus: [], odd };
  return { ...unpaid(order, asked), surplus: [], odd };
}

type Unpaid = Pick<Step, 'state' | 'reason' | 'declines' | 'next'>;

function unpaid(order: OrderNow, asked: Asked): Unpaid {
  const { seens, whole, unheard, charges, closing } = asked;
  const { declines } = order;
  const newest = seens.at(-1);
  const some = (state: Seen['state']) => seens.find((seen) => seen.state === state);
  if (some('confirming')) return { state: 'confirming', reason: null, declines, next: { kind: 'wait' } };
  if (closing && whole && !unheard && seens.every(({ state }) => state === 'closed' || state === 'declined')) {
    return closing === 'expired'
      ? { state: 'expired', reason: null, declines, next: null }
      : { state: 'failed', reason: 'cancelled', declines, next: null };
  }
  if (unheard) return { state: 'confirming', reason: null, declines, next: { kind: 'wait' } };
  const action = some('action');
  if (action) return { state: 'action', reason: null, declines, next: action.next ?? null };
  const declined = some('declined');
  if (declined && order.channel === 'card' && charges > 0) {
    const reason = declined.reason ?? 'other';
    const all = Math.max(declines, charges);
    if (all >= CHARGE_ATTEMPTS_MAX) return { state: 'failed', reason: 'too-many', declines: all, next: null };
    return { state: 'open', reason, declines: all, next: declined.next ?? order.next };
  }
  if (whole && newest && seens.every(({ state }) => state === 'closed')) {
    return { state: 'failed', reason: newest.reason ?? 'other', declines, next: null };
  }
  const open = declined ?? some('open');
  if (!open) return { state: order.state, reason: order.reason, declines, next: order.next };
  return { state: 'open', reason: declined?.reason ?? order.reason, declines, next: open.next ?? order.next };
}

/** The payments of this order, each once: those that are what was agreed, the earliest first, and the others. */
function paymentsOf(order: OrderNow, { seens, sentBack }: Asked) {
  const all = new Map<string, { seen: Seen; payment: Payment }>();
  for (const seen of seens) {
    const { state, payment } = seen;
    if (state === 'paid' && payment && !sentBack?.has(payment.ref)) all.set(payment.ref, { seen, payment });
  }
  const fitting: Payment[] = [];
  const odd: Step['odd'][number][] = [];
  for (const { seen, payment } of all.values()) {
    const what = differenceOf(order, seen, payment);
    if (what === undefined) fitting.push(payment);
    else odd.push({ ...payment, what });
  }
  fitting.sort((one, other) => one.at - other.at || (one.ref < other.ref ? -1 : 1));
  return { fitting, odd };
}

function differenceOf(order: OrderNow, seen: Seen, payment: Payment) {
  if (seen.orderId !== order.id) return 'order';
  if (seen.livemode !== order.livemode) return 'livemode';
  if (payment.currency !== order.currency) return 'currency';
  return payment.amountMinor === order.amountMinor ? undefined : 'sum';
}
