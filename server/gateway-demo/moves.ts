import type { DeclineReason } from '../../contract/payments/orders.ts';
import {
  CHALLENGE_CODE,
  CHALLENGE_TRIES_MAX,
  DISPUTE_AFTER_MS,
  LATE_SUCCESS_MS,
  SLOW_BANK_MS,
  UPI_REFUND_MS,
} from './rules.ts';
import { change, type KeptCard, newName, type Reversal, type Session } from './sessions.ts';
import type { Rows } from './store.ts';
import { plan, ring } from './tasks.ts';
import { isPast } from './test-cards.ts';

/** What a bank, a payer or time does to a session. Each locks nothing: the caller holds the session's lock. */
type At = { readonly rows: Rows; readonly now: number };

export const isPayable = ({ state }: Session) => state === 'open' || state === 'declined';

export async function pay({ rows, now }: At, session: Session, amount = session.amount_minor): Promise<Session> {
  if (session.payment_ref !== null) return session;
  const paid = await change(rows, session, {
    state: 'paid',
    reason: null,
    payment_ref: newName('pay'),
    paid_minor: amount,
    paid_at: now,
  });
  if (session.remember && session.token !== null) await keepCard(rows, session, session.token);
  await ring(rows, paid.ref, 'paid', now);
  return paid;
}

export async function decline({ rows, now }: At, session: Session, reason: DeclineReason): Promise<Session> {
  const declined = await change(rows, session, { state: 'declined', reason, challenge: null });
  await ring(rows, session.ref, 'declined', now);
  return declined;
}

/** Asks the bank of this card for the sum of the session. What cannot be charged changes nothing. */
export async function charge(at: At, session: Session, card: KeptCard, remember: boolean): Promise<Session> {
  const { rows, now } = at;
  if (!isPayable(session)) return session;
  await rows.query('update card set used = true where token = $1', [card.token]);
  const charged = await change(rows, session, { token: card.token, reason: null, tries: 0, remember });
  if (isPast(card.expires, now)) return decline(at, charged, 'expired-card');
  switch (card.does) {
    case 'pays':
      return pay(at, charged);
    case 'other-sum':
      return pay(at, charged, Math.ceil(charged.amount_minor / 2));
    case 'dispute':
      await plan(rows, 'dispute', session.ref, now + DISPUTE_AFTER_MS);
      return pay(at, charged);
    case 'challenge':
      return change(rows, charged, { state: 'action', challenge: newName('chl') });
    case 'slow':
      await plan(rows, 'pay', session.ref, now + SLOW_BANK_MS);
      return change(rows, charged, { state: 'confirming' });
    case 'late':
      await plan(rows, 'pay', session.ref, now + LATE_SUCCESS_MS);
      return decline(at, charged, 'other');
    case 'no-funds':
      return decline(at, charged, 'no-funds');
    case 'declined':
      return decline(at, charged, 'declined');
  }
}

/** The payer's answer to their bank. */
export async function answerChallenge(at: At, session: Session, code: string): Promise<Session> {
  if (session.state !== 'action') return session;
  if (code === CHALLENGE_CODE && session.kind === 'binding') return bind(at, session);
  if (code === CHALLENGE_CODE) return pay(at, await change(at.rows, session, { challenge: null }));
  const tries = session.tries + 1;
  if (tries >= CHALLENGE_TRIES_MAX) return decline(at, session, 'challenge-failed');
  return change(at.rows, session, { tries });
}

/** Asks the bank whether the card may be kept. What cannot be kept changes nothing. */
export async function tryToBind(at: At, session: Session, card: KeptCard): Promise<Session> {
  if (!isPayable(session)) return session;
  const asked = await change(at.rows, session, { token: card.token, reason: null, tries: 0 });
  return card.does === 'challenge'
    ? change(at.rows, asked, { state: 'action', challenge: newName('chl') })
    : bind(at, asked);
}

async function bind(at: At, session: Session): Promise<Session> {
  if (session.token !== null) await keepCard(at.rows, session, session.token);
  return change(at.rows, session, { state: 'closed', challenge: null });
}

/** Makes it unpayable, if no bank has it in hand. */
export async function close({ rows, now }: At, session: Session, reason?: DeclineReason): Promise<Session> {
  if (!isPayable(session) && session.state !== 'action') return session;
  const closed = await change(rows, session, { state: 'closed', challenge: null, ...(reason && { reason }) });
  await ring(rows, session.ref, 'closed', now);
  return closed;
}

/** Lets the payer use this card again, under a name that is worth nothing to anybody else. */
export async function keepCard(rows: Rows, session: Session, token: string): Promise<void> {
  const customer = session.customer === '' ? newName('cus') : session.customer;
  await rows.query('update session set customer = $2 where ref = $1', [session.ref, customer]);
  await rows.query('update card set card_ref = coalesce(card_ref, $2), customer = $3 where token = $1', [
    token,
    newName('card'),
    customer,
  ]);
}

/** Gives money back, once for each `ref`, the merchant's own: never more in all than was paid. A bank account gets it later than a card. */
export async function refund(
  { rows, now }: At,
  session: Session,
  { ref, amount }: { readonly ref: string; readonly amount: number },
): Promise<Reversal['state']> {
  const [known] = await rows.query<Reversal>('select * from reversal where ref = $1', [ref]);
  if (known) return known.state;
  const [sum] = await rows.query<{ total: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as total from reversal
     where session = $1 and state not in ('refused', 'won')`,
    [session.ref],
  );
  if (session.paid_minor === null || (sum?.total ?? 0) + amount > session.paid_minor) return 'refused';
  const state = session.channel === 'upi' ? 'asked' : 'done';
  await reverse(rows, session, { ref, kind: 'refund', amount_minor: amount, state }, now);
  if (state === 'asked') await plan(rows, 'refund', ref, now + UPI_REFUND_MS);
  return state;
}

export async function dispute({ rows, now }: At, session: Session): Promise<void> {
  if (session.paid_minor === null) return;
  const ref = newName('dsp');
  await reverse(rows, session, { ref, kind: 'dispute', amount_minor: session.paid_minor, state: 'asked' }, now);
}

export async function endReversal({ rows, now }: At, ref: string, state: Reversal['state']): Promise<boolean> {
  const [ended] = await rows.query<Reversal>(
    `update reversal set state = $2 where ref = $1 and state = 'asked' returning *`,
    [ref, state],
  );
  if (ended) await ring(rows, ended.session, ended.kind, now);
  return ended !== undefined;
}

async function reverse(
  rows: Rows,
  session: Session,
  { ref, kind, amount_minor, state }: Pick<Reversal, 'ref' | 'kind' | 'amount_minor' | 'state'>,
  now: number,
): Promise<void> {
  await rows.query(
    'insert into reversal (ref, session, kind, amount_minor, state, at) values ($1, $2, $3, $4, $5, $6)',
    [...[ref, session.ref, kind, amount_minor, state, now]],
  );
  await ring(rows, session.ref, kind, now);
}
