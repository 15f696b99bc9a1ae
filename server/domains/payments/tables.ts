import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SoldCurrency } from '../../../contract/payments/money.ts';
import { DECLINE_REASONS, PAYMENT_CHANNELS, type PurchaseScene } from '../../../contract/payments/orders.ts';
import { momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';

const id = (name = 'id') => bigint(name, { mode: 'number' });
const minor = (name = 'amount_minor') => bigint(name, { mode: 'number' }).notNull();
const currency = () => char('currency', { length: 3 }).$type<SoldCurrency>().notNull();

/** Products. `exact` sells any multiple of ten gems, its row has the minimum; `first` is available only for a user's first purchase. */
export const sku = pgTable(
  'sku',
  {
    sku: text('sku').primaryKey(),
    kind: text('kind', { enum: ['pack', 'exact', 'first'] }).notNull(),
    gems: integer('gems').notNull(),
    bonus: integer('bonus').notNull().default(0),
    position: smallint('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    check('sku_name', sql`${table.sku} ~ '^[a-z0-9-]{1,24}$'`),
    check('sku_gems', sql`${table.gems} between 1 and 1000000 and ${table.bonus} between 0 and 1000000`),
  ],
);

/**
 * Append-only prices. The newest row per SKU, country and currency whose `fromAt` is past applies. Country '' is all that have no price of
 * their own.
 */
export const skuPrice = pgTable(
  'sku_price',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    sku: text('sku')
      .notNull()
      .references(() => sku.sku),
    country: text('country').notNull().default(''),
    currency: currency(),
    amountMinor: minor(),
    fromAt: momentColumn('from_at').notNull().defaultNow(),
  },
  (table) => [
    index('sku_price_now').on(table.sku, table.country, table.currency, table.fromAt),
    check('sku_price_amount', sql`${table.amountMinor} between 1 and 10000000000`),
    check(
      'sku_price_thousandths',
      sql`${table.currency} not in ('BHD', 'KWD', 'OMR') or ${table.amountMinor} % 10 = 0`,
    ),
  ],
);

/** The currency in which the users of a country pay, inserted by `seedCatalogue`; no action changes it. Country '' is all others. */
export const market = pgTable('market', { country: text('country').primaryKey(), currency: currency() });

/** The billing country that a user chose; absent: that of the profile applies. */
export const chosenCountry = pgTable('chosen_country', {
  uid: ownUid().primaryKey(),
  country: text('country').notNull(),
});

/**
 * States of an order. `created`: not opened at the gateway yet; `open`: to be paid; `action`: the bank asks the payer a challenge;
 * `confirming`: the bank has not decided; `review`: paid with another amount, currency, mode or order id, for the operator to decide.
 */
export const ORDER_STATES = ['created', 'open', 'action', 'confirming', 'paid', 'failed', 'expired', 'review'] as const;

/**
 * A purchase. The agreed gems, bonus, amount and currency never change. It has no foreign key to the account, because the history of
 * money outlives accounts. A trigger allows only valid state transitions (see the migrations).
 */
export const paymentOrder = pgTable(
  'payment_order',
  {
    /** Id of the order, 21 random characters. */
    id: text('id').primaryKey(),
    uid: uidColumn('uid').notNull(),
    operation: text('operation').notNull(),
    bodyHash: text('body_hash').notNull(),
    device: text('device').notNull(),
    priceId: id('price_id')
      .notNull()
      .references(() => skuPrice.id),
    sku: text('sku').notNull(),
    gems: integer('gems').notNull(),
    bonus: integer('bonus').notNull(),
    amountMinor: minor(),
    currency: currency(),
    country: text('country').notNull(),
    channel: text('channel', { enum: PAYMENT_CHANNELS }).notNull(),
    gateway: text('gateway', { enum: ['demo', 'stripe'] }).notNull(),
    livemode: boolean('livemode').notNull(),
    state: text('state', { enum: ORDER_STATES }).notNull().default('created'),
    reason: text('reason', { enum: DECLINE_REASONS }),
    /** Number of charges of the order that were declined. */
    declines: smallint('declines').notNull().default(0),
    scene: jsonb('scene').$type<PurchaseScene>().notNull(),
    /** Sid of the call in which it was bought, or ''. */
    sid: text('sid').notNull().default(''),
    /** The payer's next step according to the gateway's last answer. */
    next: jsonb('next'),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    expiresAt: momentColumn('expires_at').notNull(),
    /** When the job `sweepOrders` asks the gateway about the order next; null: not any more. */
    askAt: momentColumn('ask_at'),
    /** How often the gateway was asked without a change; determines the interval to the next time. */
    asked: smallint('asked').notNull().default(0),
    paidAt: momentColumn('paid_at'),
    /** The gateway's id of the credited payment. */
    paymentRef: text('payment_ref'),
    card: jsonb('card').$type<{ readonly brand: string; readonly last4: string }>(),
  },
  (table) => [
    uniqueIndex('payment_order_once').on(table.uid, table.operation),
    index('payment_order_of').on(table.uid, table.createdAt),
    index('payment_order_of_device').on(table.device, table.createdAt),
    // A payment is credited to one order only.
    uniqueIndex('payment_order_payment').on(table.gateway, table.paymentRef),
    index('payment_order_due').on(table.askAt).where(sql`ask_at is not null`),
    check('payment_order_gems', sql`${table.gems} between 1 and 1000000 and ${table.bonus} between 0 and 1000000`),
    check('payment_order_paid', sql`(${table.state} = 'paid') = (${table.paidAt} is not null)`),
  ],
);

/**
 * Requests to the gateway with an effect, which open a session or charge a card. Each is committed before it is made, so that its
 * parameters never change for its idempotency key.
 */
export const paymentCall = pgTable(
  'payment_call',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    kind: text('kind', { enum: ['open', 'charge'] }).notNull(),
    attempt: smallint('attempt').notNull(),
    /** Idempotency key of the client's request; for `open` that of the order. */
    operation: text('operation').notNull(),
    bodyHash: text('body_hash').notNull().default(''),
    params: jsonb('params').notNull(),
    /** The gateway's session or charge; null: the answer is not known. */
    ref: text('ref'),
    /** Whether the card's bank refused this charge. */
    declined: boolean('declined').notNull().default(false),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** When the request was last sent again under its key; null: it was sent at most once, at `createdAt`. */
    triedAt: momentColumn('tried_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.kind, table.attempt] }),
    // A request to pay makes one charge at most; opening may be repeated under the next key.
    uniqueIndex('payment_call_once').on(table.orderId, table.operation).where(sql`kind = 'charge'`),
  ],
);

/**
 * Accepted webhook events, and references that the server learned elsewhere (`storeReference`). Each event is processed once, and `ref`
 * is the only trace of a payment whose own answer was lost, so it is committed together with the event. Retention: at least 540 days,
 * the longest time in which card networks accept a dispute; until then an event shows which payment of an order the gateway named, and
 * when.
 */
export const gatewayEvent = pgTable(
  'gateway_event',
  {
    gateway: text('gateway').notNull(),
    eventId: text('event_id').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
    /** The order that the event is about; null if it names no known order. */
    orderId: text('order_id'),
    /** The session, or the charge beside it, that the event names; null where it names neither. */
    ref: text('ref'),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.eventId] }),
    index('gateway_event_of_order').on(table.orderId).where(sql`ref is not null`),
  ],
);

/** When each gateway is reconciled next. One row per gateway, never deleted. */
export const paymentComparison = pgTable('payment_comparison', {
  gateway: text('gateway').primaryKey(),
  dueAt: momentColumn('due_at').notNull(),
});

/**
 * Owners of a SKU that is sold once: the account, each of its devices, and the card that paid. Released when the order fails or expires;
 * otherwise retained permanently, also after the account is deleted: otherwise deleting an account would renew the offer. It has no
 * personal data except pseudonyms; a card is a hash of the gateway's fingerprint, from which a card can be neither charged nor identified.
 */
export const skuClaim = pgTable(
  'sku_claim',
  {
    sku: text('sku').notNull(),
    /** `uid:<n>`, `device:<id>` or `card:<hash of the fingerprint>`. */
    owner: text('owner').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => paymentOrder.id),
  },
  (table) => [primaryKey({ columns: [table.sku, table.owner] }), index('sku_claim_by_order').on(table.orderId)],
);

/**
 * Money of an order that is sent back. `gems` = `taken` (from the payer) + `owed` (lost by the house). A refund's gems are taken before
 * the gateway is asked.
 */
export const reversal = pgTable(
  'reversal',
  {
    /** Id of the reversal, 21 random characters. */
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    kind: text('kind', { enum: ['refund', 'dispute', 'surplus'] }).notNull(),
    state: text('state', { enum: ['asked', 'done', 'refused', 'won', 'lost'] }).notNull(),
    gems: integer('gems').notNull().default(0),
    taken: integer('taken').notNull().default(0),
    owed: integer('owed').notNull().default(0),
    amountMinor: minor(),
    /** The gateway's reference; for a surplus that of the payment to send back. Null: not known yet. */
    ref: text('ref'),
    /** The payment that is reversed. */
    paymentRef: text('payment_ref').notNull(),
    /** Idempotency key of the refund: that of the payer's request, or `by` of an operator's refund. Null: recorded from the gateway. */
    operation: text('operation'),
    /** Origin of the reversal: `payer`, `gateway`, or `op:<log id>` for an operator. */
    by: text('by').notNull(),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    askAt: momentColumn('ask_at'),
  },
  (table) => [
    index('reversal_of_order').on(table.orderId),
    uniqueIndex('reversal_once').on(table.orderId, table.ref),
    uniqueIndex('reversal_asked_once').on(table.orderId, table.operation),
    index('reversal_due').on(table.askAt).where(sql`ask_at is not null`),
    check('reversal_gems', sql`${table.gems} >= 0 and ${table.taken} >= 0 and ${table.owed} >= 0`),
  ],
);

/** Cards that payers saved at the gateway, also forgotten ones; the row contains nothing that could be charged without the gateway. */
export const savedCard = pgTable(
  'saved_card',
  {
    /** Id of the saved card, 21 random characters. */
    id: text('id').primaryKey(),
    uid: ownUid(),
    gateway: text('gateway').notNull(),
    cardRef: text('card_ref').notNull(),
    customerRef: text('customer_ref').notNull().default(''),
    brand: text('brand').notNull(),
    last4: char('last4', { length: 4 }).notNull(),
    expires: text('expires').notNull(),
    /** Hash of the gateway's fingerprint of the card; '' where it gave none. */
    fingerprint: text('fingerprint').notNull().default(''),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    forgottenAt: momentColumn('forgotten_at'),
    /** When the gateway confirmed that it detached a forgotten card; null: it is asked again. */
    detachedAt: momentColumn('detached_at'),
  },
  (table) => [uniqueIndex('saved_card_once').on(table.gateway, table.cardRef), index('saved_card_of').on(table.uid)],
);

/** A user's request to save a card without a payment, in progress or completed (`cardId`). */
export const cardBinding = pgTable(
  'card_binding',
  {
    /** Id of the card binding, 21 random characters. */
    id: text('id').primaryKey(),
    uid: ownUid(),
    operation: text('operation').notNull(),
    gateway: text('gateway').notNull(),
    ref: text('ref'),
    cardId: text('card_id'),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('card_binding_once').on(table.uid, table.operation)],
);

/**
 * Disagreements between gateway and database, for the operator: found by the reconciliation, payments under review, and surplus
 * payments that the gateway refused to send back.
 */
export const paymentDifference = pgTable('payment_difference', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  at: momentColumn('at').notNull().defaultNow(),
  gateway: text('gateway').notNull(),
  ref: text('ref').notNull(),
  orderId: text('order_id'),
  what: text('what').notNull(),
  settledAt: momentColumn('settled_at'),
});
