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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CALL_KINDS, CALL_REASONS, REJECT_TYPES } from '../../../contract/calls/calls.ts';
import { account } from '../../platform/database/account.ts';

/** Forward only, kept by a trigger. `connected`: the callee has seen a picture, and the meter has begun. */
export const CALL_STATES = ['ringing', 'answered', 'connected', 'ended'] as const;

const person = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });
/** Server clock in ms since the epoch, or 0. Numbers, not timestamps: the clock of a call is the server's, never the database's. */
const ms = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** A stretch of time in which the meter ran, [from, to); `to` is null while it runs. */
export type Stretch = readonly [from: number, to: number | null];

export type Doubt = readonly [from: number, to: number];

/**
 * A call, from the request on; ended, it is its own receipt. One person is in one call only, on either side of it:
 * `begin_call` (a function of the migrations) sees to it, and the unique indexes for each side.
 */
export const call = pgTable(
  'call',
  {
    sid: text('sid').primaryKey(),
    kind: text('kind', { enum: CALL_KINDS }).notNull(),
    state: text('state', { enum: CALL_STATES }).notNull().default('ringing'),
    caller: person('caller'),
    callee: person('callee'),
    /** Full addresses of the devices in the call; empty before the answer. */
    callerJid: text('caller_jid').notNull(),
    calleeJid: text('callee_jid').notNull().default(''),
    /** Gems per started minute, and what of it is the callee's: as they were at the start. */
    price: integer('price').notNull(),
    sharePercent: smallint('share_percent').notNull(),
    freeSeconds: integer('free_seconds').notNull(),
    /** After the free time it goes on and is paid. */
    paid: boolean('paid').notNull(),
    startTime: ms('start_time'),
    answerTime: ms('answer_time'),
    connectingTime: ms('connecting_time'),
    endTime: ms('end_time'),
    /** When the end was written; the end itself may have been earlier. */
    settledAt: ms('settled_at'),
    callerSeen: boolean('caller_seen').notNull().default(false),
    calleeSeen: boolean('callee_seen').notNull().default(false),
    callerBeat: ms('caller_beat'),
    calleeBeat: ms('callee_beat'),
    /** Since when this side gets no media; 0: it does. */
    callerLoss: ms('caller_loss'),
    calleeLoss: ms('callee_loss'),
    /** The caller got media at some moment after this one, as their beats say. */
    callerProof: ms('caller_proof'),
    /** The other was told that this side is away. */
    callerAway: boolean('caller_away').notNull().default(false),
    calleeAway: boolean('callee_away').notNull().default(false),
    /** Of the peer connection; who is asked to follow to it has not yet. */
    generation: integer('generation').notNull().default(0),
    following: text('following', { enum: ['', 'caller', 'callee'] })
      .notNull()
      .default(''),
    stretches: jsonb('stretches').$type<readonly Stretch[]>().notNull().default([]),
    /** When the caller may have got nothing: paid by them, and earned by nobody. In order, without overlaps. */
    doubts: jsonb('doubts').$type<readonly Doubt[]>().notNull().default([]),
    /** What the caller pays for all of it, where it is a silver call that is not free: held until it is connected. */
    silver: integer('silver').notNull().default(0),
    /** Started minutes that were paid for. */
    minutes: integer('minutes').notNull().default(0),
    /** Of those, how many are the callee's for good; the rest is held, and after the end the house's. */
    posted: integer('posted').notNull().default(0),
    seconds: integer('seconds').notNull().default(0),
    reason: text('reason', { enum: CALL_REASONS }).notNull().default('unknown reason'),
    rejectType: text('reject_type', { enum: REJECT_TYPES }).notNull().default(''),
    /** Until when it waits for gems that are being bought; 0: it does not. */
    waitUntil: ms('wait_until'),
    /** How often it has waited. */
    waits: smallint('waits').notNull().default(0),
    /** When the sweeper has to look at it. */
    dueAt: ms('due_at'),
    /** Its minutes are in the callee's recent ones. */
    recent: boolean('recent').notNull().default(false),
  },
  (table) => [
    uniqueIndex('call_one_of_caller').on(table.caller).where(sql`state <> 'ended'`),
    uniqueIndex('call_one_of_callee').on(table.callee).where(sql`state <> 'ended'`),
    index('call_due').on(table.dueAt).where(sql`state <> 'ended'`),
    index('call_by_caller').on(table.caller, table.settledAt),
    index('call_by_callee').on(table.callee, table.settledAt),
    index('call_recent').on(table.endTime).where(sql`recent`),
    check('call_not_oneself', sql`${table.caller} <> ${table.callee}`),
    check('call_price_positive', sql`${table.price} between 0 and 1000000000`),
    check('call_silver', sql`${table.silver} between 0 and 1000000`),
    check('call_minutes', sql`${table.posted} between 0 and ${table.minutes}`),
  ],
);

/** One use of an allowance: `slot` counts from 1, so that the last one can be taken once only. */
export const allowanceUse = pgTable(
  'allowance_use',
  {
    kind: text('kind', { enum: ['first', 'paidUserFree', 'silver', 'silverPaid'] }).notNull(),
    /** `uid:` or `device:` and whose it is; where it comes anew each day, the day too. */
    owner: text('owner').notNull(),
    slot: smallint('slot').notNull(),
    sid: text('sid').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.owner, table.slot] }),
    index('allowance_use_by_sid').on(table.sid),
  ],
);

/** Stars after a call. */
export const callRating = pgTable(
  'call_rating',
  {
    sid: text('sid')
      .notNull()
      .references(() => call.sid, { onDelete: 'cascade' }),
    uid: person('uid'),
    stars: smallint('stars').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sid, table.uid] }),
    check('call_rating_stars', sql`${table.stars} between 1 and 5`),
  ],
);

/** Which host was asked to write to whom on which occasion, on which day (days since the epoch): at most once each. */
export const autoMessage = pgTable(
  'auto_message',
  { uid: person('uid'), hostUid: person('host_uid'), day: integer('day').notNull(), scene: text('scene').notNull() },
  (table) => [primaryKey({ columns: [table.uid, table.hostUid, table.day, table.scene] })],
);
