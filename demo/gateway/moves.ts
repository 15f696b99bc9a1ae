import type { DeclineReason } from '../../contract/payments/orders.ts';
import {
  CHALLENGE_CODE,
  CHALLENGE_TRIES_MAX,
  DISPUTE_AFTER_MS,
  LATE_SUCCESS_MS,
  SLOW_BANK_MS,
  SLOW_REFUND_MS,
} from './rules.ts';
import { change, type EnteredCard, newName, type Reversal, type Session } from './sessions.ts';
import type { Rows } from './store.ts';
import { queueWebhook, scheduleTask } from './tasks.ts';
import { isPast } from './test-cards.ts';

/** The context of the state changes below. They take no lock: the caller must hold the session's row lock. */
type At = { readonly rows: Rows; readonly now: number };

/** Whether the payer may enter or charge a card: the session is open, or an earlier card was declined. */
export const isPayable = ({ state }: Session) => state === 'open' || state === 'declined';

type Sum = { readonly amountMinor: number; readonly currency: string };

/**
 * Marks a session as paid, saves the card if the payer asked for it, and sends a webhook; a session that has a payment is returned
 * unchanged. `sum`: the paid amount, if it differs from the agreed one.
 */
export async function pay({ rows, now }: At, session: Session, sum?: Sum): Promise<Session> {
  if (session.payment_ref !== null) return session;
  const paid = await change(rows, session, {
    state: 'paid',
    reason: null,
    challenge: null,
    payment_ref: newName('pay'),
    paid_at: now,
    paid_minor: sum?.amountMinor ?? session.amount_minor,
    paid_currency: sum?.currency ?? null,
  });
  if (session.remember && session.token !== null) await saveCard(rows, session, session.token);
  await queueWebhook(rows, paid.ref, 'paid', now);
  return paid;
}

/** Marks a session as declined and sends a webhook; the payer may try another card. */
export async function decline({ rows, now }: At, session: Session, reason: DeclineReason): Promise<Session> {
  const declined = await change(rows, session, { state: 'declined', reason, challenge: null });
  await queueWebhook(rows, session.ref, 'declined', now);
  return declined;
}

/**
 * Charges an entered or saved card for a session with the outcome that its test number determines (test-cards.ts). A session that is not
 * payable is returned unchanged.
 */
export async function charge(at: At, session: Session, card: EnteredCard, remember: boolean): Promise<Session> {
  const { rows, now } = at;
  if (!isPayable(session)) return session;
  await rows.query('update card set used = true where token = $1', [card.token]);
  const charged = await change(rows, session, { token: card.token, reason: null, tries: 0, remember });
  if (isPast(card.expires, now)) return decline(at, charged, 'expired-card');
  switch (card.does) {
    case 'pays':
      return pay(at, charged);
    case 'other-sum':
      return pay(at, charged, { amountMinor: Math.ceil(charged.amount_minor / 2), currency: charged.currency });
    case 'dispute':
      await scheduleTask(rows, 'dispute', session.ref, now + DISPUTE_AFTER_MS);
      return pay(at, charged);
    case 'challenge':
      return change(rows, charged, { state: 'action', challenge: newName('chl') });
    case 'slow':
      await scheduleTask(rows, 'pay', session.ref, now + SLOW_BANK_MS);
      return change(rows, charged, { state: 'confirming' });
    case 'late':
      await scheduleTask(rows, 'pay', session.ref, now + LATE_SUCCESS_MS);
      return decline(at, charged, 'other');
    case 'no-funds':
      return decline(at, charged, 'no-funds');
    case 'declined':
      return decline(at, charged, 'declined');
  }
}

/** Handles the code that the payer enters on the bank's challenge page. After CHALLENGE_TRIES_MAX wrong codes the session is declined. */
export async function answerChallenge(at: At, session: Session, code: string): Promise<Session> {
  if (session.state !== 'action') return session;
  if (code === CHALLENGE_CODE && session.kind === 'binding') return bind(at, session);
  if (code === CHALLENGE_CODE) return pay(at, await change(at.rows, session, { challenge: null }));
  const tries = session.tries + 1;
  if (tries >= CHALLENGE_TRIES_MAX) return decline(at, session, 'challenge-failed');
  return change(at.rows, session, { tries });
}

/** Saves a card for a binding, at once or after a challenge, or declines it. A session that is not payable is returned unchanged. */
export async function tryToBind(at: At, session: Session, card: EnteredCard): Promise<Session> {
  if (!isPayable(session)) return session;
  const attempted = await change(at.rows, session, { token: card.token, reason: null, tries: 0 });
  // A saved card is verified but not charged, so `no-funds` does not prevent saving it.
  if (card.does === 'declined') return change(at.rows, attempted, { state: 'declined', reason: 'declined' });
  if (isPast(card.expires, at.now)) return change(at.rows, attempted, { state: 'declined', reason: 'expired-card' });
  return card.does === 'challenge'
    ? change(at.rows, attempted, { state: 'action', challenge: newName('chl') })
    : bind(at, attempted);
}

async function bind(at: At, session: Session): Promise<Session> {
  if (session.token !== null) await saveCard(at.rows, session, session.token);
  return change(at.rows, session, { state: 'closed', challenge: null });
}

/**
 * Closes a session when the merchant or the payer gives it up, and sends a webhook. A session that is paid, closed or confirming is
 * returned unchanged.
 */
export async function close({ rows, now }: At, session: Session, reason?: DeclineReason): Promise<Session> {
  if (!isPayable(session) && session.state !== 'action') return session;
  const closed = await change(rows, session, { state: 'closed', challenge: null, ...(reason && { reason }) });
  await queueWebhook(rows, session.ref, 'closed', now);
  return closed;
}

/**
 * Makes an entered card chargeable again: gives it a random `card_ref`, and assigns it to the session's customer, who is created if the
 * session has none.
 */
export async function saveCard(rows: Rows, session: Session, token: string): Promise<void> {
  const customer = session.customer === '' ? newName('cus') : session.customer;
  await rows.query('update session set customer = $2 where ref = $1', [session.ref, customer]);
  await rows.query('update card set card_ref = coalesce(card_ref, $2), customer = $3 where token = $1', [
    token,
    newName('card'),
    customer,
  ]);
}

/**
 * Refunds an amount (minor units), once per `ref` (the merchant's id); `refused` if all refunds and disputes together would exceed the
 * payment. A refund of a UPI payment, or with `isSlow`, stays `asked` until `endRefund`.
 */
export async function refund(
  { rows, now }: At,
  session: Session,
  { ref, amount, isSlow = false }: { readonly ref: string; readonly amount: number; readonly isSlow?: boolean },
): Promise<Reversal['state']> {
  const [known] = await rows.query<Reversal>('select * from reversal where ref = $1', [ref]);
  if (known) return known.state;
  const [sum] = await rows.query<{ total: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as total from reversal
     where session = $1 and state not in ('inquiry', 'refused', 'won')`,
    [session.ref],
  );
  if (session.paid_minor === null || (sum?.total ?? 0) + amount > session.paid_minor) return 'refused';
  const state = session.channel === 'upi' || isSlow ? 'asked' : 'done';
  await reverse(rows, session, { ref, kind: 'refund', amount_minor: amount, state }, now);
  if (state === 'asked') await scheduleTask(rows, 'refund', ref, now + SLOW_REFUND_MS);
  return state;
}

/** For each state of a dispute the states from which it can be reached. `lost` to `won` is a successful appeal. */
const DISPUTE_MOVES: Readonly<Record<DisputeState, readonly Reversal['state'][]>> = {
  inquiry: [],
  asked: ['inquiry'],
  won: ['inquiry', 'asked', 'lost'],
  lost: ['asked'],
};
/** States that the console can set a dispute to; `inquiry` and `asked` also open one. */
export const DISPUTE_STATES = ['inquiry', 'asked', 'won', 'lost'] as const;
/** A state that a dispute can be set to. */
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Opens the dispute of a payment (at most one per session) or changes its state; setting its present state again changes nothing. Returns
 * false if the session is not paid or the transition is not allowed.
 */
export async function dispute({ rows, now }: At, session: Session, state: DisputeState): Promise<boolean> {
  if (session.paid_minor === null) return false;
  const [known] = await rows.query<Reversal>(
    `select * from reversal where session = $1 and kind = 'dispute' for update`,
    [session.ref],
  );
  if (known === undefined) {
    if (state !== 'inquiry' && state !== 'asked') return false;
    await reverse(
      rows,
      session,
      { ref: newName('dsp'), kind: 'dispute', amount_minor: session.paid_minor, state },
      now,
    );
    return true;
  }
  if (!DISPUTE_MOVES[state].includes(known.state)) return known.state === state;
  await rows.query('update reversal set state = $2, at = $3 where ref = $1', [known.ref, state, now]);
  await queueWebhook(rows, session.ref, 'dispute', now);
  return true;
}

/**
 * Decides a payment for the bank, from the console: it may arrive (`paid`) in any state, also after the session was closed; a refusal needs
 * a session that is confirming. Returns false if the session is a binding, is already paid, or has nothing to refuse.
 */
export async function answerOfBank(
  at: At,
  session: Session,
  { paid, sum }: { paid: boolean; sum?: Sum | undefined },
): Promise<boolean> {
  if (session.kind !== 'payment' || session.payment_ref !== null) return false;
  if (!paid && session.state !== 'confirming') return false;
  await at.rows.query(`delete from task where what = 'pay' and ref = $1`, [session.ref]);
  if (paid) await pay(at, session, sum);
  else await decline(at, session, 'declined');
  return true;
}

/** Completes a refund that is still `asked`, when its task is due, and sends a webhook. */
export async function endRefund({ rows, now }: At, ref: string): Promise<void> {
  const [ended] = await rows.query<Reversal>(
    `update reversal set state = 'done' where ref = $1 and state = 'asked' returning *`,
    [ref],
  );
  if (ended) await queueWebhook(rows, ended.session, ended.kind, now);
}

async function reverse(
  rows: Rows,
  session: Session,
  { ref, kind, amount_minor, state }: Pick<Reversal, 'ref' | 'kind' | 'amount_minor' | 'state'>,
  now: number,
): Promise<void> {
  await rows.query(
    'insert into reversal (ref, session, kind, amount_minor, state, at) values ($1, $2, $3, $4, $5, $6)',
    [ref, session.ref, kind, amount_minor, state, now],
  );
  await queueWebhook(rows, session.ref, kind, now);
}
