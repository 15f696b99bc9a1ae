import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { GIFT_AREAS } from '../../../contract/gifts/gift.ts';
import { momentColumn, uidColumn } from '../../platform/database/account.ts';

/** The catalogue of gifts. A trigger increments its version on each change and notifies `gifts_changed` (see the migrations). */
export const gift = pgTable(
  'gift',
  {
    id: text('id').primaryKey(),
    /** The animation scene: see `GIFT_SCENES`. */
    type: smallint('type').notNull(),
    gemsPrice: integer('gems_price').notNull(),
    tabId: smallint('tab_id').notNull(),
    priority: smallint('priority').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Places where the gift can be given, a bit for each: see `GIFT_AREAS`. */
    showArea: smallint('show_area').notNull().default(15),
  },
  (table) => [
    check('gift_id', sql`${table.id} ~ '^[a-z]+(-[a-z]+)*$' and length(${table.id}) <= 24`),
    check('gift_type', sql`${table.type} between 1 and 3`),
    check('gift_price', sql`${table.gemsPrice} between 1 and 100000`),
    check('gift_tab', sql`${table.tabId} between 1 and 4 and ${table.priority} between 1 and 99`),
    check('gift_area', sql`${table.showArea} between 0 and 15`),
  ],
);

/** A single row with the version of the gift catalogue; a client with this version gets no list again. */
export const giftVersion = pgTable(
  'gift_version',
  { one: boolean('one').primaryKey().default(true), version: integer('version').notNull() },
  (table) => [check('gift_version_one', sql`${table.one}`)],
);

/**
 * Purchases of gifts, each made once per giver and `op`, which the client gave it. It has no foreign key to accounts, because the
 * history of money outlives accounts.
 */
export const giftSent = pgTable(
  'gift_sent',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fromUid: uidColumn('from_uid').notNull(),
    toUid: uidColumn('to_uid').notNull(),
    op: text('op').notNull(),
    giftId: text('gift_id')
      .notNull()
      .references(() => gift.id),
    count: smallint('count').notNull(),
    /** Gems for one gift. */
    price: integer('price').notNull(),
    /** Number of gifts of the combo up to and with this purchase. */
    total: integer('total').notNull(),
    /** The `op` that started the combo. */
    combo: text('combo').notNull(),
    area: text('area', { enum: GIFT_AREAS }).notNull(),
    sid: text('sid').notNull(),
    /** Stanza id of the gift request (`ask_gift`) that it fulfils, or empty. */
    ask: text('ask').notNull(),
    /** Id of the media lock that it opened, or empty. */
    lockId: text('lock_id').notNull(),
    /** Stanza id of the message about it, the same for both users. */
    stanzaId: text('stanza_id').notNull().unique(),
    /** SHA-256 of the order, to detect another order with the same `op`. */
    orderHash: text('order_hash').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('gift_sent_once').on(table.fromUid, table.op),
    index('gift_sent_combo').on(table.fromUid, table.combo, table.total),
    index('gift_sent_pair').on(table.toUid, table.fromUid),
    check('gift_sent_count', sql`${table.count} between 1 and 99`),
    check('gift_sent_not_oneself', sql`${table.fromUid} <> ${table.toUid}`),
  ],
);

/** How many of each gift an account received, for its gift wall and contact card. */
export const giftReceived = pgTable(
  'gift_received',
  {
    uid: uidColumn('uid').notNull(),
    giftId: text('gift_id')
      .notNull()
      .references(() => gift.id),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.giftId] }),
    check('gift_received_count', sql`${table.count} > 0`),
  ],
);
