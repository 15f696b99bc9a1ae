import {
  array,
  type InferOutput,
  integer,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
} from 'valibot';
import { amount } from '../api/shapes.ts';
import { externalId } from '../external-id.ts';
import { money } from '../payments/money.ts';
import { shownText, typedText } from '../typed-text.ts';
import { visibleLine } from '../visible-text.ts';

/**
 * States of a payout. `requested`: waits for the operator. `approved`: waits for the bank. `sent`: the money is on its way. `failed`: was
 * not sent. `returned`: the bank sent it back. The last two return the gems.
 */
export const PAYOUT_STATES = ['requested', 'approved', 'sent', 'failed', 'returned'] as const;
/** State of a payout, one of `PAYOUT_STATES`. */
export type PayoutState = (typeof PAYOUT_STATES)[number];
/** Number of gems that a payout rate is the money for. */
export const PAYOUT_RATE_GEMS = 1_000;
/** Longest name of the holder of a payout account. */
export const PAYOUT_HOLDER_MAX_CHARS = 70;
/** Most payouts that an answer lists, newest first. */
export const PAYOUTS_LISTED = 50;

/** Schema of the account to which payouts go. The number is an IBAN or a national one; spaces are removed. */
export const payoutAccount = object({
  holder: pipe(typedText, transform(visibleLine), minLength(2), maxLength(PAYOUT_HOLDER_MAX_CHARS)),
  number: pipe(
    string(),
    maxLength(64),
    transform((text) => text.replaceAll(/\s/g, '').toUpperCase()),
    regex(/^[A-Z0-9]{8,34}$/, 'must have 8 to 34 letters and digits'),
  ),
});
/** The account to which payouts go. */
export type PayoutAccount = InferOutput<typeof payoutAccount>;

/** Schema of what a host's page shows about payouts. */
export const payouts = object({
  /** Gems that can be paid out now. */
  available: amount,
  /** Earned gems within the last `holdDays`. */
  held: amount,
  holdDays: amount,
  minGems: amount,
  /** Money for `PAYOUT_RATE_GEMS` gems. */
  rate: money,
  /** Null: none was given. The whole number is never sent to a client. */
  account: nullable(object({ holder: shownText, last4: string() })),
  payouts: array(
    object({
      id: externalId,
      gems: amount,
      money,
      last4: string(),
      state: picklist(PAYOUT_STATES),
      /** Server clock, ms, of the request. */
      at: number(),
      /** The operator's words about a failed or returned payout. */
      reason: shownText,
    }),
  ),
});
/** What a host's page shows about payouts. */
export type Payouts = InferOutput<typeof payouts>;

/** Returns the money for gems, rounded down to whole minor units. `rate`: the money for `PAYOUT_RATE_GEMS` gems. */
export const moneyForGems = (gems: number, rate: Payouts['rate']): Payouts['rate'] => ({
  ...rate,
  amountMinor: Math.floor((gems * rate.amountMinor) / PAYOUT_RATE_GEMS),
});

/**
 * Schema of the statement of a payout: what moved in the wallet after the payout before it, until this one was requested. `before`, the
 * five sources and the gems of the payout add up to `after`.
 */
export const payoutStatement = object({
  id: externalId,
  gems: amount,
  money,
  holder: shownText,
  last4: string(),
  state: picklist(PAYOUT_STATES),
  /** Server clock, ms: of the request, and of the latest state. */
  requestedAt: number(),
  stateAt: number(),
  /** Reference of the bank transfer; empty until it is sent. */
  reference: shownText,
  /** Server clock, ms, when the statement begins: the request of the payout before; 0 without one. */
  from: number(),
  before: amount,
  calls: amount,
  /** Absent from older servers. */
  bookings: optional(amount, 0),
  gifts: amount,
  media: amount,
  /** Everything that was not earned: purchases, spending, corrections, payouts that came back. */
  other: pipe(number(), integer()),
  after: amount,
});
/** The statement of a payout. */
export type PayoutStatement = InferOutput<typeof payoutStatement>;
