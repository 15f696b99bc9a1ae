import type { DeclineReason, NextStep } from '../../../../contract/payments/orders.ts';
import { CHARGE_ATTEMPTS_MAX } from '../../../../contract/payments/rules.ts';
import type { GatewaySnapshot } from '../gateway.ts';
import type { ORDER_STATES } from '../tables.ts';

/** A state of an order; see `ORDER_STATES`. */
export type OrderState = (typeof ORDER_STATES)[number];
/** A successful payment as the gateway reports it; amount in minor units. */
export type Payment = NonNullable<GatewaySnapshot['payment']>;

/**
 * The fields of an order from which `step` computes its next state: the current state, what was agreed, declines, and the credited
 * payment.
 */
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

/** Answers of the gateway about an order for `step`: snapshots of its sessions and charges, and how complete they are. */
export type GatewayAnswers = {
  /** Snapshots of the sessions and charges of the order, the newest last. */
  readonly seens: readonly GatewaySnapshot[];
  /** Whether every session was answered. Otherwise nothing is given up, because an unanswered one may be paid. */
  readonly whole: boolean;
  /** Whether no gateway call of the order was added since the gateway was asked. Otherwise only payments count, as they remain true. */
  readonly fresh: boolean;
  /** Number of charges of the order so far, answered or not. */
  readonly charges: number;
  /** Whether a charge has no answer. It may be paid, so nothing is given up. */
  readonly unheard: boolean;
  /** References of payments that are already being sent back: they are never credited. */
  readonly sentBack?: ReadonlySet<string>;
  /** Why the sessions were closed before: the order expired, or the payer cancelled it. */
  readonly closing?: 'expired' | 'cancelled';
};

/** The result of `step`: the next state of an order, and the payments to credit, to send back, or to review. */
export type OrderTransition = {
  readonly state: OrderState;
  readonly reason: DeclineReason | null;
  readonly declines: number;
  readonly next: NextStep | null;
  /** The payment that is credited now. */
  readonly credited?: Payment;
  /** Payments to send back. */
  readonly surplus: readonly Payment[];
  /** Payments for the operator's review: with an amount, currency, mode or order that differs from what was agreed. */
  readonly odd: readonly (Payment & { readonly what: 'sum' | 'currency' | 'livemode' | 'order' })[];
};

const END: readonly OrderState[] = ['paid', 'failed', 'expired', 'review'];
/** Whether an order is in progress: not paid, failed, expired or under review. */
export const isLive = (state: OrderState): boolean => !END.includes(state);

/**
 * Computes the next state of an order from snapshots of the gateway, without side effects; `apply` performs the result. It does not
 * depend on their order or on repeated or missing snapshots: a payment is credited once, and a paid order remains paid.
 */
export function step(order: OrderNow, answers: GatewayAnswers): OrderTransition {
  const { state, reason, declines, next } = order;
  const same = { state, reason, declines, next };
  const { fitting, odd } = paymentsOf(order, answers);
  if (state === 'paid') {
    return { ...same, surplus: fitting.filter(({ ref }) => ref !== order.paymentRef), odd };
  }
  // The operator decides; later payments are only recorded.
  if (state === 'review') return { ...same, surplus: [], odd };
  const [first, ...more] = fitting;
  if (first !== undefined) {
    return { state: 'paid', reason: null, declines, next: null, credited: first, surplus: more, odd };
  }
  if (odd.length > 0) return { state: 'review', reason: null, declines, next: null, surplus: [], odd };
  if (!isLive(state) || !answers.fresh) return { ...same, surplus: [], odd };
  return { ...unpaid(order, answers), surplus: [], odd };
}

type Unpaid = Pick<OrderTransition, 'state' | 'reason' | 'declines' | 'next'>;

function unpaid(order: OrderNow, answers: GatewayAnswers): Unpaid {
  const { seens, whole, unheard, charges, closing } = answers;
  const { declines } = order;
  const newest = seens.at(-1);
  const some = (state: GatewaySnapshot['state']) => seens.find((seen) => seen.state === state);
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

/** The distinct payments in the snapshots: those that match the order, the earliest first, and the others. */
function paymentsOf(order: OrderNow, { seens, sentBack }: GatewayAnswers) {
  const all = new Map<string, { seen: GatewaySnapshot; payment: Payment }>();
  for (const seen of seens) {
    const { state, payment } = seen;
    if (state === 'paid' && payment && !sentBack?.has(payment.ref)) all.set(payment.ref, { seen, payment });
  }
  const fitting: Payment[] = [];
  const odd: OrderTransition['odd'][number][] = [];
  for (const { seen, payment } of all.values()) {
    const what = differenceOf(order, seen, payment);
    if (what === undefined) fitting.push(payment);
    else odd.push({ ...payment, what });
  }
  fitting.sort((one, other) => one.at - other.at || (one.ref < other.ref ? -1 : 1));
  return { fitting, odd };
}

function differenceOf(order: OrderNow, seen: GatewaySnapshot, payment: Payment) {
  if (seen.orderId !== order.id) return 'order';
  if (seen.livemode !== order.livemode) return 'livemode';
  if (payment.currency !== order.currency) return 'currency';
  return payment.amountMinor === order.amountMinor ? undefined : 'sum';
}
