import {
  array,
  boolean,
  type InferOutput,
  literal,
  maxLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeInteger,
  string,
  url,
  variant,
} from 'valibot';
import { amount } from '../api/shapes.ts';
import { externalId, externalIdOrEmpty } from '../external-id.ts';
import { typedText } from '../text/typed-text.ts';
import { money } from './money.ts';

/** Payment channels: `card`: the gateway's card fields in a frame; `hosted`: a page of the gateway; `upi`: the Indian payment apps. */
export const PAYMENT_CHANNELS = ['card', 'hosted', 'upi'] as const;
/** Payment channel of an order, chosen by the buyer. */
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** Schema of the id of an order, which the server creates. */
export const orderId = externalId;
/** Schema of the id of a payment operation, which the page creates so that a repetition is not executed again. */
export const operationId = externalId;
/** Schema of the id of a price in the catalogue, which the buyer chose. */
export const priceId = pipe(number(), safeInteger(), minValue(1));
/** Schema of the id of a saved card. */
export const cardId = externalId;
/** Schema of a card token, which the gateway's frame creates in place of the card's data. */
export const token = pipe(string(), regex(/^[\w.-]{1,256}$/));
/** Schema of a ticket: it reads the status of one order without a login, in the browser to which a bank redirects. */
export const ticket = pipe(string(), regex(/^[\w.-]{1,128}$/));
/** Schema of the id of an attempt to save a card without a purchase. */
export const bindId = externalId;
/** Schema of a billing country: two capital letters; '' for all countries without a market of their own. */
export const country = pipe(string(), regex(/^([A-Z]{2})?$/));
const short = pipe(typedText, maxLength(64));

/**
 * Schema of the screen and subject from which a purchase started, for analytics (product 7.5, billing events). Fields are empty if
 * unknown.
 */
export const scene = object({
  source: optional(short, ''),
  root: optional(short, ''),
  storyId: optional(externalIdOrEmpty, ''),
  step: optional(short, ''),
  targetJid: optional(pipe(string(), maxLength(512)), ''),
  /** The call that waits for the purchase. */
  sid: optional(externalIdOrEmpty, ''),
});
/** The screen and subject from which a purchase started, for analytics. */
export type PurchaseScene = InferOutput<typeof scene>;

/** Status of an order for its payer (product 7.3). */
export const PAY_STATUSES = ['TXN_SUCCESS', 'PENDING', 'TXN_FAILURE', 'TXN_EXPIRED', 'TXN_REVIEW'] as const;
/** Status of an order for its payer (product 7.3). */
export type PayStatus = (typeof PAY_STATUSES)[number];
/** Reasons of a declined charge or a failed order. */
export const DECLINE_REASONS = [
  'declined',
  'no-funds',
  'expired-card',
  'challenge-failed',
  'cancelled',
  'too-many',
  'claimed',
  'other',
] as const;
/** Reason of a declined charge or a failed order, shown to the payer. */
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Schema of the address of a page of a provider, to which a user is sent. */
export const web = pipe(string(), url(), maxLength(2_048));
/**
 * Schema of the next action that a payer must take to pay an order or to save a card. `uri`: link that opens a UPI app. `page`: address
 * that the QR code on a computer contains instead of `uri`; only the demo gateway sends it, because no UPI app can pay to its `uri`.
 */
export const nextStep = variant('kind', [
  object({ kind: picklist(['frame', 'redirect', 'challenge']), url: web }),
  object({ kind: literal('upi'), uri: pipe(string(), maxLength(512)), page: optional(web), until: number() }),
  object({ kind: literal('wait') }),
]);
/**
 * Next action that a payer must take to pay an order or to save a card: fill in the card frame, follow a redirect, pass a challenge, pay in
 * a UPI app, or wait.
 */
export type NextStep = InferOutput<typeof nextStep>;

/** Schema of a saved card, as shown to its owner. */
export const savedCard = object({
  cardId,
  brand: pipe(string(), maxLength(24)),
  last4: pipe(string(), regex(/^\d{4}$/)),
  /** `YYYY-MM`. */
  expires: string(),
});
/** A saved card, as the store and the card list show it to its owner: brand, last four digits, expiry. */
export type SavedCard = InferOutput<typeof savedCard>;

/** Schema of the state of saving a card without a purchase: the saved card, or the next step and the reason of the last decline. */
export const cardBinding = object({
  bindId: optional(bindId),
  next: optional(nextStep),
  card: optional(savedCard),
  reason: optional(picklist(DECLINE_REASONS)),
});
/** Answer to beginning or completing the saving of a card without a purchase: the saved card, or the next step and the last decline. */
export type CardBinding = InferOutput<typeof cardBinding>;

/** Schema of an order's currency and decimal amount, as created and in its status. */
export const orderDetail = object({ orderId, currency: string(), amount: string() });

/** Schema of the receipt of a paid order. */
export const receipt = object({
  /** ms of the server's clock. */
  paidAt: number(),
  sku: string(),
  price: money,
  gems: amount,
  bonus: amount,
  channel: picklist(PAYMENT_CHANNELS),
  card: nullable(object({ brand: string(), last4: string() })),
});
/** Receipt of a paid order, shown to its payer. */
export type Receipt = InferOutput<typeof receipt>;

/**
 * Schema of an order's state for its payer: the answer to a poll, a charge and a cancellation. A poll with a ticket instead of a login
 * gets only the fields `payStatus` and `againMs`.
 */
export const orderStatus = object({
  payStatus: picklist(PAY_STATUSES),
  orderDetail: optional(orderDetail),
  channel: optional(picklist(PAYMENT_CHANNELS)),
  gems: optional(amount),
  bonus: optional(amount),
  price: optional(money),
  /** Why a charge or the order failed; the order may still be pending for another attempt. */
  reason: optional(picklist(DECLINE_REASONS)),
  attemptsLeft: optional(amount),
  next: optional(nextStep),
  expiresAt: optional(number()),
  receipt: optional(receipt),
  /** Delay until the next poll, ms; 0: never. */
  againMs: number(),
});
/** State of an order for its payer, as each poll returns it. */
export type OrderStatus = InferOutput<typeof orderStatus>;

/** Schema of a refund, a dispute, or the return of a surplus payment, in the history of orders. */
export const reversal = object({
  kind: picklist(['refund', 'dispute', 'surplus']),
  state: picklist(['asked', 'done', 'refused', 'won', 'lost']),
  gems: amount,
  price: money,
  at: number(),
});

/** Schema of an order in the history. `refundable`: gems that the payer can refund now, and their price. */
export const orderRecord = object({
  orderId,
  at: number(),
  payStatus: picklist(PAY_STATUSES),
  sku: string(),
  gems: amount,
  bonus: amount,
  price: money,
  channel: picklist(PAYMENT_CHANNELS),
  receipt: nullable(receipt),
  reversals: array(reversal),
  refundable: nullable(object({ gems: amount, price: money })),
});
/** An order in the user's history, with receipt, reversals, and what can be refunded now. */
export type OrderRecord = InferOutput<typeof orderRecord>;

/** Schema of an offer of the store: a pack, the first-purchase pack, or an exact amount. */
export const sku = object({
  sku: string(),
  priceId,
  kind: picklist(['pack', 'exact', 'first']),
  gems: amount,
  bonus: amount,
  /** Price of the pack; for `exact`, of its smallest amount. */
  price: money,
});
/** An offer of the store with its current price. */
export type Sku = InferOutput<typeof sku>;

/** Schema of an order as displayed to the buyer: gems, bonus gems, and the price of both. The server refuses an order that would differ. */
export const shownPack = object({ gems: amount, bonus: amount, price: money });

/** Schema of the payment state of the account, in the store response. */
export const userPayInfo = object({
  paid: boolean(),
  locked: boolean(),
  /** Gems of a lost dispute; the next purchases repay them first. */
  owed: amount,
});
