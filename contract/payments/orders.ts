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
import { typedText } from '../typed-text.ts';
import { money } from './money.ts';

/** Payment channels: card fields of the gateway in a frame, a page of the gateway, the Indian apps. */
export const CHANNELS = ['card', 'hosted', 'upi'] as const;
export type Channel = (typeof CHANNELS)[number];

export const orderId = externalId;
export const operationId = externalId;
export const priceId = pipe(number(), safeInteger(), minValue(1));
export const cardId = externalId;
/** Card token of the gateway's frame. */
export const token = pipe(string(), regex(/^[\w.-]{1,256}$/));
/** Ticket that reads the status of one order without a login. */
export const ticket = pipe(string(), regex(/^[\w.-]{1,128}$/));
/** Id of a card binding. */
export const bindId = externalId;
/** Two capital letters; '' for all countries without a market of their own. */
export const country = pipe(string(), regex(/^([A-Z]{2})?$/));
const short = pipe(typedText, maxLength(64));

/** Origin of a purchase (product 7.5, billing events). Fields are empty if unknown. */
export const scene = object({
  source: optional(short, ''),
  root: optional(short, ''),
  storyId: optional(externalIdOrEmpty, ''),
  step: optional(short, ''),
  targetJid: optional(pipe(string(), maxLength(512)), ''),
  /** The call that waits for the purchase. */
  sid: optional(externalIdOrEmpty, ''),
});
export type Scene = InferOutput<typeof scene>;

/** Status of an order for its payer (product 7.3). */
export const PAY_STATUSES = ['TXN_SUCCESS', 'PENDING', 'TXN_FAILURE', 'TXN_EXPIRED', 'TXN_REVIEW'] as const;
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
export type DeclineReason = (typeof DECLINE_REASONS)[number];

const web = pipe(string(), url(), maxLength(2_048));
/** The payer's next step. `page`: the address for a QR code if the app's own address is unreachable. */
export const nextStep = variant('kind', [
  object({ kind: picklist(['frame', 'redirect', 'challenge']), url: web }),
  object({ kind: literal('upi'), uri: pipe(string(), maxLength(512)), page: optional(web), until: number() }),
  object({ kind: literal('wait') }),
]);
export type NextStep = InferOutput<typeof nextStep>;

/** A saved card, as shown to its owner. */
export const savedCard = object({
  cardId,
  brand: pipe(string(), maxLength(24)),
  last4: pipe(string(), regex(/^\d{4}$/)),
  /** `YYYY-MM`. */
  expires: string(),
});
export type SavedCard = InferOutput<typeof savedCard>;

/** State of saving a card: the saved card, or the next step and the reason of the last decline. */
export const cardBinding = object({
  bindId: optional(bindId),
  next: optional(nextStep),
  card: optional(savedCard),
  reason: optional(picklist(DECLINE_REASONS)),
});
export type CardBinding = InferOutput<typeof cardBinding>;

/** Currency and decimal amount of an order. */
export const orderDetail = object({ orderId, currency: string(), amount: string() });

/** Receipt of a paid order. */
export const receipt = object({
  /** ms of the server's clock. */
  paidAt: number(),
  sku: string(),
  price: money,
  gems: amount,
  bonus: amount,
  channel: picklist(CHANNELS),
  card: nullable(object({ brand: string(), last4: string() })),
});
export type Receipt = InferOutput<typeof receipt>;

/** An order for its payer. A request with a ticket instead of a login gets only `payStatus`. */
export const orderStatus = object({
  payStatus: picklist(PAY_STATUSES),
  orderDetail: optional(orderDetail),
  channel: optional(picklist(CHANNELS)),
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
export type OrderStatus = InferOutput<typeof orderStatus>;

/** A refund, a dispute, or the return of a surplus payment. */
export const reversal = object({
  kind: picklist(['refund', 'dispute', 'surplus']),
  state: picklist(['asked', 'done', 'refused', 'won', 'lost']),
  gems: amount,
  price: money,
  at: number(),
});

/** An order in the history. `refundable`: gems that the payer can refund now. */
export const orderRecord = object({
  orderId,
  at: number(),
  payStatus: picklist(PAY_STATUSES),
  sku: string(),
  gems: amount,
  bonus: amount,
  price: money,
  channel: picklist(CHANNELS),
  receipt: nullable(receipt),
  reversals: array(reversal),
  refundable: nullable(object({ gems: amount, price: money })),
});
export type OrderRecord = InferOutput<typeof orderRecord>;

/** An offer of the store. */
export const sku = object({
  sku: string(),
  priceId,
  kind: picklist(['pack', 'exact', 'first']),
  gems: amount,
  bonus: amount,
  /** Price of the pack; for `exact`, of its smallest amount. */
  price: money,
});
export type Sku = InferOutput<typeof sku>;

/** An order as displayed to the buyer: gems, bonus gems, and the price of both. */
export const shownPack = object({ gems: amount, bonus: amount, price: money });

/** Payment state of the account. */
export const userPayInfo = object({
  paid: boolean(),
  locked: boolean(),
  /** Gems of a lost dispute; the next purchases repay them first. */
  owed: amount,
});
