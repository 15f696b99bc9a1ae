import {
  array,
  boolean,
  type InferOutput,
  integer,
  isoDate,
  maxLength,
  maxValue,
  minLength,
  minValue,
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
import { typedDigits } from '../text/typed-digits.ts';
import { shownText, typedText } from '../text/typed-text.ts';
import { visibleLine, visibleText } from '../text/visible-text.ts';
import { legalName } from './identity.ts';

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
  holder: pipe(typedText, transform(visibleLine), minLength(1), maxLength(PAYOUT_HOLDER_MAX_CHARS)),
  number: pipe(
    string(),
    maxLength(64),
    transform((text) => typedDigits(text).toUpperCase()),
    regex(/^[A-Z0-9]{8,34}$/, 'must have 8 to 34 letters and digits'),
  ),
});
/** The account to which payouts go. */
export type PayoutAccount = InferOutput<typeof payoutAccount>;

/**
 * States of the account of a host at Stripe (Connect). `none`: not created. `incomplete`: its form is not finished. `checking`: Stripe is
 * checking. `ready`: money can be sent. `restricted`: Stripe needs more information. `declined`: Stripe does not pay out to this person.
 */
export const CONNECTED_STATES = ['none', 'incomplete', 'checking', 'ready', 'restricted', 'declined'] as const;
/** State of the account of a host at Stripe, one of `CONNECTED_STATES`. */
export type ConnectedState = (typeof CONNECTED_STATES)[number];

/** Longest address in tax details. */
export const TAX_ADDRESS_MAX_CHARS = 200;
/** Days for which the tax details of a host who was paid outlive the account: five years after the end of the year of the last payout. */
export const TAX_DETAILS_KEPT_DAYS = 2_200;

/** Schema of what tax reports name about a host (DAC7, form 1099). `country`: of the residence, which issued `taxId`. */
export const taxDetails = object({
  name: legalName,
  address: pipe(typedText, transform(visibleText), minLength(1), maxLength(TAX_ADDRESS_MAX_CHARS)),
  country: pipe(string(), regex(/^[A-Z]{2}$/)),
  taxId: pipe(
    string(),
    maxLength(64),
    transform((text) => typedDigits(text).toUpperCase()),
    regex(/^[A-Z0-9./-]{4,30}$/),
  ),
  birthDate: pipe(string(), isoDate()),
});
/** What tax reports name about a host. */
export type TaxDetails = InferOutput<typeof taxDetails>;

/** Schema of what a host's page shows about payouts. */
export const payouts = object({
  /** Gems that can be paid out now. */
  available: amount,
  /** Gems that were earned within the last `holdDays` and cannot be paid out yet. */
  held: amount,
  holdDays: amount,
  minGems: amount,
  /** Nothing is paid out (`PAYOUTS=off`). Absent from older servers, like `tax` and `years`. */
  isOff: optional(boolean(), false),
  /** Money for `PAYOUT_RATE_GEMS` gems. */
  rate: money,
  /** Null: none was given. The whole number is never sent to a client. */
  account: nullable(object({ holder: shownText, last4: string() })),
  /** The account at Stripe to which payouts go instead of `account`; null: payouts go by the bank. */
  connected: optional(nullable(object({ state: picklist(CONNECTED_STATES), last4: string() })), null),
  /** Tax details as their owner sees them in lists; null: none were given. */
  tax: optional(nullable(object({ name: shownText, taxIdEnd: string() })), null),
  /** Calendar years (UTC) with earnings or payouts, newest first. */
  years: optional(array(amount), []),
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
 * Whether this many earned gems can be paid out, once they are no longer held. Decides on a request of a payout, and on the deletion of an
 * account: the user forfeits earnings that are too small for a payout, and deletion waits for others.
 */
export const canBePaidOut = (
  gems: number,
  { isOff, minGems, rate }: Pick<Payouts, 'isOff' | 'minGems' | 'rate'>,
): boolean => !isOff && gems >= minGems && moneyForGems(gems, rate).amountMinor >= 1;

/**
 * Schema of the statement of a payout: what moved in the wallet from the request of the payout before it to the request of this one.
 * `before`, plus `calls`, `bookings`, `gifts`, `media` and `other`, minus the `gems` of this payout, is `after`.
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

/**
 * Schema of one quarter (UTC) of a yearly statement, in gems except `paid`. `earnings`: number of call minutes, bookings, gifts and media
 * that were paid. `fees`: withheld by the house from what callers paid. `requested`: held for payouts, less those that came back.
 * `paidGems` and `paid`: sent by the bank in this quarter.
 */
const quarter = object({
  calls: amount,
  bookings: amount,
  gifts: amount,
  media: amount,
  other: pipe(number(), integer()),
  earnings: amount,
  fees: amount,
  requested: pipe(number(), integer()),
  paidGems: amount,
  paid: money,
});

/**
 * Schema of the statement of a host for a calendar year (UTC), from the ledger: `before` and the sources of all quarters, less what was
 * requested, add up to `after`.
 */
export const yearlyStatement = object({
  year: amount,
  /** Null: none were given. */
  details: nullable(taxDetails),
  /** The account of the latest payout, or the present one. */
  account: nullable(object({ holder: shownText, last4: string() })),
  before: amount,
  /** The four quarters. */
  quarters: array(quarter),
  after: amount,
});
/** Schema of the calendar year of a statement. */
export const statementYear = pipe(number(), integer(), minValue(2020), maxValue(2999));
/** The statement of a host for a calendar year. */
export type YearlyStatement = InferOutput<typeof yearlyStatement>;
