import { randomBytes } from 'node:crypto';
import type { DeclineReason, NextStep, PaymentChannel } from '../../contract/payments/orders.ts';
import type { Rows } from './store.ts';
import type { CardBehaviour } from './test-cards.ts';

/**
 * State of a session. `action`: the payer must answer a challenge of the bank; `confirming`: the bank has not decided; `declined`: another
 * card may be tried.
 */
export type State = 'open' | 'action' | 'confirming' | 'paid' | 'declined' | 'closed';
/** A row of the gateway: a payment session, or a binding, which saves a card without a payment. */
export type Session = {
  readonly ref: string;
  /** Secret path segment of its pages. */
  readonly secret: string;
  readonly kind: 'payment' | 'binding';
  /** The merchant's order id; for a binding its bind id. */
  readonly order_id: string;
  /** The merchant's account that pays; null if the merchant named none. */
  readonly uid: number | null;
  readonly channel: PaymentChannel;
  readonly amount_minor: number;
  readonly currency: string;
  readonly title: string;
  /** Customer whose saved cards may be charged; '' for none. */
  readonly customer: string;
  readonly return_url: string;
  /** Origin of the merchant's page, which may frame the pages of this session. */
  readonly parent_origin: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly state: State;
  readonly reason: DeclineReason | null;
  /** Whether the card is saved when the payment succeeds. */
  readonly remember: boolean;
  /** Token of the card that was charged last; of a binding, of the card to save. */
  readonly token: string | null;
  /** Secret of the challenge page while the state is `action`. */
  readonly challenge: string | null;
  /** Wrong answers to the current challenge. */
  readonly tries: number;
  /** Id of the payment, which refunds name; null until the session is paid. */
  readonly payment_ref: string | null;
  readonly paid_minor: number | null;
  /** Null: the agreed currency. */
  readonly paid_currency: string | null;
  readonly paid_at: number | null;
};
/** The fields of a session that its creator sets; `openSession` adds the rest. */
export type NewSession = Pick<
  Session,
  'kind' | 'order_id' | 'channel' | 'amount_minor' | 'currency' | 'title' | 'customer' | 'remember'
> &
  Pick<Session, 'return_url' | 'parent_origin' | 'expires_at'> &
  Partial<Pick<Session, 'uid'>>;
/** A refund or dispute of a paid session; `ref` is the id chosen by the merchant, or a random one. */
export type Reversal = {
  readonly ref: string;
  readonly session: string;
  readonly kind: 'refund' | 'dispute';
  readonly amount_minor: number;
  /** `inquiry`: a bank asks for information and has moved no money; shown only in the console. */
  readonly state: 'inquiry' | 'asked' | 'done' | 'refused' | 'won' | 'lost';
};
/**
 * A card that a payer entered for a session. It may be charged in other sessions once `card_ref` is set, which is null unless the card was
 * saved.
 */
export type EnteredCard = {
  readonly token: string;
  readonly session: string;
  readonly does: CardBehaviour;
  readonly brand: string;
  readonly last4: string;
  readonly expires: string;
  readonly card_ref: string | null;
  readonly customer: string;
  readonly used: boolean;
  /** Null for cards entered before fingerprints were stored. */
  readonly fingerprint: string | null;
};

const NAME_BYTES = 18;
/** A random, unguessable id with a prefix: `ses_..` for a session, `pay_..` for a payment. */
export const newName = (kind: string) => `${kind}_${randomBytes(NAME_BYTES).toString('base64url')}`;

/** Inserts a session in the state `open`. */
export async function openSession(rows: Rows, given: NewSession, now: number): Promise<Session> {
  const row = { ...given, ref: newName('ses'), secret: newName('sec'), created_at: now };
  const names = Object.keys(row);
  const places = names.map((_name, at) => `$${at + 1}`);
  const made = await rows.query<Session>(
    `insert into session (${names.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return only(made);
}

/**
 * Reads a session and locks its row until the end of the transaction; undefined if unknown. An unpaid session past its expiry is closed
 * first, unless its bank is deciding.
 */
export async function lockSession(
  rows: Rows,
  by: 'ref' | 'secret' | 'challenge' | 'payment_ref',
  value: string,
  now: number,
): Promise<Session | undefined> {
  const [found] = await rows.query<Session>(`select * from session where ${by} = $1 for update`, [value]);
  const lapsed = found && found.expires_at <= now && ['open', 'action', 'declined'].includes(found.state);
  return lapsed ? await change(rows, found, { state: 'closed' }) : found;
}

/** Updates columns of a session and returns the new row. The caller holds the session's row lock. */
export async function change(rows: Rows, session: Session, to: Partial<Session>): Promise<Session> {
  const names = Object.keys(to);
  const sets = names.map((name, at) => `${name} = $${at + 2}`);
  const changed = await rows.query<Session>(`update session set ${sets.join(', ')} where ref = $1 returning *`, [
    session.ref,
    ...Object.values(to),
  ]);
  return only(changed);
}

/** Reads an entered card by its one-time token, or a saved one by its `card_ref`; undefined if unknown. */
export const cardOf = async (rows: Rows, by: 'token' | 'card_ref', value: string): Promise<EnteredCard | undefined> =>
  (await rows.query<EnteredCard>(`select * from card where ${by} = $1`, [value]))[0];

const only = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('a row is missing');
  return row;
};

/** Returns the origin at which the payer's browser reaches the gateway's pages, from the merchant's origin in that browser. */
export type BaseOf = (parentOrigin: string) => string;

/** A session as the merchant's API returns it: without secrets, and without disputes that are only inquiries. */
export async function viewOf(rows: Rows, session: Session, baseOf: BaseOf) {
  const reversed = await rows.query<Reversal>(
    `select * from reversal where session = $1 and state <> 'inquiry' order by at, ref`,
    [session.ref],
  );
  const card = session.token === null ? undefined : await cardOf(rows, 'token', session.token);
  const { payment_ref, paid_minor, paid_at } = session;
  const next = nextOf(session, baseOf(session.parent_origin));
  return {
    ref: session.ref,
    orderId: session.order_id,
    ...(session.uid !== null && { uid: session.uid }),
    livemode: false,
    state: session.state,
    ...(session.reason !== null && { reason: session.reason }),
    ...(payment_ref !== null && {
      payment: {
        ref: payment_ref,
        amountMinor: paid_minor,
        currency: session.paid_currency ?? session.currency,
        at: paid_at,
        ...(card && { card: { brand: card.brand, last4: card.last4 } }),
        ...(card?.fingerprint && { fingerprint: card.fingerprint }),
      },
    }),
    ...(next && { next }),
    reversed: reversed.map(({ ref, amount_minor, kind, state }) => ({ ref, amountMinor: amount_minor, kind, state })),
  };
}

/** Determines the payer's next step: open a frame, page, challenge or UPI app, or wait; undefined for a session that is paid or closed. */
export function nextOf(session: Session, base: string): NextStep | undefined {
  if (session.state === 'paid' || session.state === 'closed') return undefined;
  if (session.state === 'confirming') return { kind: 'wait' };
  if (session.channel === 'hosted') return { kind: 'redirect', url: `${base}/hosted/${session.secret}` };
  if (session.channel === 'upi') {
    const page = `${base}/upi/${session.ref}`;
    return { kind: 'upi', uri: upiUri(session), page, until: session.expires_at };
  }
  return session.state === 'action' && session.challenge !== null
    ? { kind: 'challenge', url: `${base}/challenge/${session.challenge}` }
    : { kind: 'frame', url: `${base}/frame/${session.secret}` };
}

const NOTE_MAX_CHARS = 40;

/** UPI deep link that opens a banking app (contract/payments/upi.ts parses it). */
function upiUri({ order_id, title, amount_minor }: Session): string {
  const note = title.replaceAll(/[^\p{L}\p{M}\p{N} .,-]/gu, ' ').slice(0, NOTE_MAX_CHARS);
  const fields = { pa: 'gems@demobank', pn: 'Demo', mc: '5816', tr: order_id, tn: note };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&').replace('%40', '@')}&am=${(amount_minor / 100).toFixed(2)}&cu=INR`;
}
