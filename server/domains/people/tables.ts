import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { InferOutput } from 'valibot';
import type { settingsChange } from '../../../contract/account/settings.ts';
import { HEAT_BASE_MINUTES, RATING_PRIOR_COUNT, RATING_PRIOR_STARS } from '../../../contract/discovery/rules.ts';
import type { WeeklyHours } from '../../../contract/hosting/hours.ts';
import { type CardVideo, REPORT_REASONS } from '../../../contract/people/people.ts';
import { account, momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';

const person = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();
/** Insertion order, the pagination key of lists; unique, unlike a time. */
const sequence = () => bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();

/** Likes: `uid` likes `target_uid`. A block deletes them. */
export const personLike = pgTable(
  'person_like',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('person_like_by_uid').on(table.uid, table.seq),
    index('person_like_by_target').on(table.targetUid, table.seq),
    check('person_like_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Friend requests without an answer: `uid` asked `target_uid`. Friends have no row. */
export const friendRequest = pgTable(
  'friend_request',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('friend_request_by_target').on(table.targetUid, table.seq),
    check('friend_request_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Friendships: two rows each, one per direction, so that each side reads its list from one index. */
export const friendship = pgTable(
  'friendship',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('friendship_by_uid').on(table.uid, table.seq),
    index('friendship_by_target').on(table.targetUid),
    check('friendship_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Favourites: `target_uid` is a favourite of `uid`, which only `uid` sees. */
export const favourite = pgTable(
  'favourite',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('favourite_by_uid').on(table.uid, table.seq),
    index('favourite_by_target').on(table.targetUid),
    check('favourite_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Wishes of `uid` to be notified once when `target_uid` comes online; the notification deletes the row. */
export const onlineWish = pgTable(
  'online_wish',
  { uid: person('uid'), targetUid: person('target_uid'), at: moment('at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('online_wish_by_target').on(table.targetUid),
    index('online_wish_by_age').on(table.at),
    check('online_wish_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/**
 * Reports of users about users, and cases of the media check, whose reporter is the team's account. A report is open until support closes
 * it. While it is open, repeating the same complaint updates it.
 */
export const report = pgTable(
  'report',
  {
    ticket: text('ticket').primaryKey(),
    uid: person('uid'),
    targetUid: person('target_uid'),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    note: text('note').notNull(),
    mid: text('mid').notNull(),
    /** Sid of the call that the report is about; '' for none. */
    sid: text('sid').notNull().default(''),
    open: boolean('open').notNull().default(true),
    createdAt: moment('created_at'),
    closedAt: momentColumn('closed_at'),
    /** Whether support acted on it; null while it is open. */
    acted: boolean('acted'),
  },
  (table) => [
    uniqueIndex('report_one_open').on(table.uid, table.targetUid, table.reason, table.mid, table.sid).where(sql`open`),
    index('report_by_target').on(table.targetUid, table.createdAt),
    check('report_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Settings of an account that differ from the defaults (contract/account/settings.ts). No row: all defaults. */
export const accountSettings = pgTable('account_settings', {
  uid: person('uid').primaryKey(),
  changed: jsonb('changed').$type<InferOutput<typeof settingsChange>>().notNull().default({}),
});

/** The public card and the private contact data of each account. */
export const profile = pgTable('profile', {
  uid: ownUid().primaryKey(),
  avatarUrl: text('avatar_url').notNull().default(''),
  about: text('about').notNull().default(''),
  gender: text('gender', { enum: ['', 'female', 'male', 'other'] })
    .notNull()
    .default(''),
  bDay: text('b_day').notNull().default(''),
  country: text('country').notNull().default(''),
  /** Country of the last request, as a proxy of the operator says (`COUNTRY_HEADER`); empty if none does. It is never shown. */
  connectionCountry: text('connection_country').notNull().default(''),
  lang: text('lang').notNull().default(''),
  tel: text('tel').notNull().default(''),
  email: text('email').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Media URLs of this server, in the owner's order. */
  albums: jsonb('albums').$type<readonly string[]>().notNull().default([]),
  videos: jsonb('videos').$type<readonly CardVideo[]>().notNull().default([]),
});

/** Blocks: `owner_uid` blocked `blocked_uid`. A trigger (see the migrations) announces changes on `policy_changed` with both uids. */
export const block = pgTable(
  'block',
  {
    ownerUid: uidColumn('owner_uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    blockedUid: uidColumn('blocked_uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerUid, table.blockedUid] }),
    index('block_by_blocked').on(table.blockedUid),
  ],
);

/** Locks of writing: the account may not send messages before `until`, after violations or by an operator. */
export const messageLock = pgTable('message_lock', {
  uid: ownUid().primaryKey(),
  until: momentColumn('until').notNull(),
});

const HEAT = sql.raw(
  `least(2147483647, (paid_minutes_recent + ${HEAT_BASE_MINUTES})::bigint * 10 * (rating_stars + ${RATING_PRIOR_COUNT * RATING_PRIOR_STARS}) / (rating_count + ${RATING_PRIOR_COUNT}))::integer`,
);

/**
 * Hosts. `online`, `lang` and `country` are copies maintained by triggers (see the migrations), so that one index holds each list in its
 * order, however many hosts there are. All columns of an order have the same direction, so that a row comparison finds the start of a
 * page.
 */
export const anchor = pgTable(
  'anchor',
  {
    uid: ownUid().primaryKey(),
    /** Price of a call per started minute, in gems. */
    price: integer('price').notNull(),
    /** Order among hosts of the same heat, higher first. The server only copies it, when it suspends and reinstates a host. */
    rank: integer('rank').notNull().default(0),
    /** Paid minutes in the last seven days. */
    paidMinutesRecent: integer('paid_minutes_recent').notNull().default(0),
    /** Stars and number of the ratings by callers, counted by a trigger. */
    ratingStars: integer('rating_stars').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    /**
     * Position in the hot order: recent paid minutes and HEAT_BASE_MINUTES, times the Bayesian average of the stars, times 10. The
     * average counts RATING_PRIOR_COUNT ratings of RATING_PRIOR_STARS as well, so that few ratings hardly move a host.
     */
    heat: integer('heat').notNull().generatedAlwaysAs(HEAT),
    isSilver: boolean('is_silver').notNull().default(false),
    /** The switch "Taking calls"; `takes_calls` (a database function) also considers the pause and the weekly hours. */
    takingCalls: boolean('taking_calls').notNull().default(true),
    /** No calls before this time, although the switch is on. */
    pausedUntil: momentColumn('paused_until'),
    /** Hours of each weekday outside of which `takes_calls` refuses calls; null: calls at any hour. */
    weeklyHours: jsonb('weekly_hours').$type<WeeklyHours>(),
    /** Missed calls in a row, counted by a trigger, which turns `takingCalls` off at `HOST_MISSED_CALLS_MAX`. */
    missedCalls: smallint('missed_calls').notNull().default(0),
    /** When the account became a host; a reinstated host keeps the time. */
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** Whether the host is shown as online: can be called (`is_here`, a database function) and does not hide the presence. */
    online: boolean('online').notNull().default(false),
    lang: text('lang').notNull().default(''),
    country: text('country').notNull().default(''),
  },
  (table) => {
    /** The hot order by which processes of the previous build still read. */
    const minutes = [table.online, table.paidMinutesRecent, table.rank, table.uid] as const;
    const heat = [table.online, table.heat, table.rank, table.uid] as const;
    return [
      index('anchor_by_rated_heat').on(...heat),
      index('anchor_by_lang_rated_heat').on(table.lang, ...heat),
      index('anchor_by_country_rated_heat').on(table.country, ...heat),
      index('anchor_silver_by_rated_heat')
        .on(...heat)
        .where(sql`is_silver`),
      index('anchor_by_heat').on(...minutes),
      index('anchor_by_lang_heat').on(table.lang, ...minutes),
      index('anchor_by_country_heat').on(table.country, ...minutes),
      index('anchor_silver_by_heat')
        .on(...minutes)
        .where(sql`is_silver`),
      index('anchor_by_age').on(table.createdAt, table.uid),
      index('anchor_by_lang_age').on(table.lang, table.createdAt, table.uid),
      check('anchor_price_positive', sql`${table.price} > 0`),
    ];
  },
);
