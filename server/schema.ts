import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CardVideo } from '../contract/people/people.ts';

/** JavaScript numbers hold every uid: the contract's `uid` refuses what is not a safe integer. */
const uidColumn = (name: string) => bigint(name, { mode: 'number' });
const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownUid = () =>
  uidColumn('uid')
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });

/** New accounts start above the A/B threshold of product 2.3 and above the demo accounts. */
export const guestUid = pgSequence('guest_uid', { startWith: 264457100 });

export const account = pgTable('account', {
  uid: uidColumn('uid').primaryKey(),
  role: smallint('role').notNull(),
  nickName: text('nick_name').notNull(),
  /** `scrypt$...`, see account/passwords.ts. Null: no login by password. */
  passwordHash: text('password_hash'),
  /** SHA-256 of the guest's device secret. */
  openIdHash: text('open_id_hash').unique(),
  googleSub: text('google_sub').unique(),
  paid: boolean('paid').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A vcToken is stored by its SHA-256 only; one live token per account and device. `usedAt` is exact to a day. */
export const deviceToken = pgTable(
  'device_token',
  {
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    device: text('device').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('device_token_one_live').on(table.uid, table.device).where(sql`revoked_at is null`)],
);

export const profile = pgTable('profile', {
  uid: ownUid().primaryKey(),
  avatarUrl: text('avatar_url').notNull().default(''),
  about: text('about').notNull().default(''),
  gender: text('gender', { enum: ['', 'female', 'male', 'other'] })
    .notNull()
    .default(''),
  bDay: text('b_day').notNull().default(''),
  country: text('country').notNull().default(''),
  lang: text('lang').notNull().default(''),
  tel: text('tel').notNull().default(''),
  email: text('email').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Pictures and clips of our media host, in the owner's order. */
  albums: jsonb('albums').$type<readonly string[]>().notNull().default([]),
  videos: jsonb('videos').$type<readonly CardVideo[]>().notNull().default([]),
});

/** The answer of an operation, written in the transaction of its effect (wire 1.3). */
export const operation = pgTable(
  'operation',
  {
    uid: ownUid(),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status').notNull().default(0),
    answer: jsonb('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.endpoint, table.key] }),
    index('operation_created').on(table.createdAt),
  ],
);

/** Changes are announced as `policy_changed` with the uid of both sides (see the trigger in the migrations). */
export const block = pgTable(
  'block',
  {
    ownerUid: uidColumn('owner_uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    blockedUid: uidColumn('blocked_uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerUid, table.blockedUid] }),
    index('block_by_blocked').on(table.blockedUid),
  ],
);

/** Until then the account may not send messages. */
export const messageLock = pgTable('message_lock', {
  uid: ownUid().primaryKey(),
  until: moment('until').notNull(),
});

/**
 * What makes an account an anchor. `online`, `lang` and `country` are copies that triggers keep (see the migrations): one
 * index then has each list in its order, however many anchors there are. All columns of an order go the same way, so
 * that a page begins where a comparison of rows says.
 */
export const anchor = pgTable(
  'anchor',
  {
    uid: ownUid().primaryKey(),
    /** Gems per started minute. */
    price: integer('price').notNull(),
    /** The operator's own order, higher first. */
    rank: integer('rank').notNull().default(0),
    /** Paid minutes of the last seven days. */
    paidMinutesRecent: integer('paid_minutes_recent').notNull().default(0),
    isSilver: boolean('is_silver').notNull().default(false),
    /** When she was first seen here. */
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Has an open stream, and shows it. */
    online: boolean('online').notNull().default(false),
    lang: text('lang').notNull().default(''),
    country: text('country').notNull().default(''),
  },
  (table) => {
    const heat = [table.online, table.paidMinutesRecent, table.rank, table.uid] as const;
    return [
      index('anchor_by_heat').on(...heat),
      index('anchor_by_lang_heat').on(table.lang, ...heat),
      index('anchor_by_country_heat').on(table.country, ...heat),
      index('anchor_silver_by_heat')
        .on(...heat)
        .where(sql`is_silver`),
      index('anchor_by_age').on(table.createdAt, table.uid),
      index('anchor_by_lang_age').on(table.lang, table.createdAt, table.uid),
      check('anchor_price_positive', sql`${table.price} > 0`),
    ];
  },
);

/**
 * The XMPP streams open at this moment, kept by the edge of each server process. `seenAt` is refreshed by it, and has no
 * index so that this stays cheap; a row that is not refreshed is that of a process that is gone (realtime/stream-log.ts).
 */
export const onlineStream = pgTable(
  'online_stream',
  {
    streamId: text('stream_id').primaryKey(),
    uid: uidColumn('uid').notNull(),
    processId: text('process_id').notNull(),
    openedAt: moment('opened_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [index('online_stream_by_uid').on(table.uid), index('online_stream_by_process').on(table.processId)],
);

/** Which server process does some work, until when (services/leader.ts). */
export const leader = pgTable('leader', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
});
