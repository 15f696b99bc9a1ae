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

/** Ways to pay: card fields of the gateway in a frame, a page of the gateway, the Indian apps. */
export const CHANNELS = ['card', 'hosted', 'upi'] as const;
export type Channel = (typeof CHANNELS)[number];

export const orderId = externalId;
export const operationId = externalId;
export const priceId = pipe(number(), safeInteger(), minValue(1));
export const cardId = externalId;
export const token = pipe(string(), regex(/^[\w.-]{1,256}$/));
export const ticket = pipe(string(), regex(/^[\w.-]{1,128}$/));
export const bindId = externalId;
/** Two capital letters; '' is all countries that have no market of their own. */
export const country = pipe(string(), regex(/^([A-Z]{2})?$/));
const short = pipe(typedText, maxLength(64));

/** Where the wish to buy came from (product 7.5, billing events). Empty where there is none. */
export const scene = object({
  source: optional(short, ''),
  root: optional(short, ''),
  storyId: optional(externalIdOrEmpty, ''),
  step: optional(short, ''),
  targetJid: optional(pipe(string(), maxLength(512)), ''),
  /** The call in which gems are bought, so that it waits for them. */
  sid: optional(externalIdOrEmpty, ''),
});
export type Scene = InferOutput<typeof scene>;

/** What becomes of an order, as its payer is told (product 7.3). */
export const PAY_STATUSES = ['TXN_SUCCESS', 'PENDING', 'TXN_FAILURE', 'TXN_EXPIRED', 'TXN_REVIEW'] as const;
export type PayStatus = (typeof PAY_STATUSES)[number];
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
/** What the payer does next. `page`: the address that a QR code shows where the app's own address cannot be reached. */
export const nextStep = variant('kind', [
  object({ kind: picklist(['frame', 'redirect', 'challenge']), url: web }),
  object({ kind: literal('upi'), uri: pipe(string(), maxLength(512)), page: optional(web), until: number() }),
  object({ kind: literal('wait') }),
]);
export type NextStep = InferOutput<typeof nextStep>;

export const savedCard = object({
  cardId,
  brand: pipe(string(), maxLength(24)),
  last4: pipe(string(), regex(/^\d{4}$/)),
  /** `YYYY-MM`. */
  expires: string(),
});
export type SavedCard = InferOutput<typeof savedCard>;

/** A card that is about to be kept: kept, or what its payer does next, and why the bank refused the last one. */
export const cardBinding = object({
  bindId: optional(bindId),
  next: optional(nextStep),
  card: optional(savedCard),
  reason: optional(picklist(DECLINE_REASONS)),
});
export type CardBinding = InferOutput<typeof cardBinding>;

export const orderDetail = object({ orderId, currency: string(), amount: string() });

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

/** An order as its payer reads it. Who shows a ticket instead of a login reads `payStatus` alone. */
export const orderStatus = object({
  payStatus: picklist(PAY_STATUSES),
  orderDetail: optional(orderDetail),
  channel: optional(picklist(CHANNELS)),
  gems: optional(amount),
  bonus: optional(amount),
  price: optional(money),
  /** Why a charge or the order failed; the order may be pending all the same, for another attempt. */
  reason: optional(picklist(DECLINE_REASONS)),
  attemptsLeft: optional(amount),
  next: optional(nextStep),
  expiresAt: optional(number()),
  receipt: optional(receipt),
  /** When to ask again, ms; 0: never. */
  againMs: number(),
});
export type OrderStatus = InferOutput<typeof orderStatus>;

export const reversal = object({
  kind: picklist(['refund', 'dispute', 'surplus']),
  state: picklist(['asked', 'done', 'refused', 'won', 'lost']),
  gems: amount,
  price: money,
  at: number(),
});

/** An order in the history. `refundable`: what of it one's own click gives back now. */
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

export const sku = object({
  sku: string(),
  priceId,
  kind: picklist(['pack', 'exact', 'first']),
  gems: amount,
  bonus: amount,
  /** Of the pack; of `exact`, the price of its smallest amount. */
  price: money,
});
export type Sku = InferOutput<typeof sku>;

/** What a buyer was shown of an order: gems, those on top of them, and the price of both. */
export const shownPack = object({ gems: amount, bonus: amount, price: money });

export const userPayInfo = object({
  paid: boolean(),
  locked: boolean(),
  /** Gems of a lost dispute that the next purchases pay first. */
  owed: amount,
});
