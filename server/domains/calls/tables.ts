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
import { BOOKING_STATES } from '../../../contract/calls/booking-rules.ts';
import { CALL_KINDS, CALL_REASONS, RATING_REASONS, REJECT_TYPES } from '../../../contract/calls/calls.ts';
import { account, uidColumn } from '../../platform/database/account.ts';

/**
 * States of a call, in order; a trigger allows only forward transitions. `connected`: the callee has received a picture, and the meter
 * has started.
 */
export const CALL_STATES = ['ringing', 'answered', 'connected', 'ended'] as const;

const person = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });
/** Server clock in ms since the epoch, or 0. Numbers, not timestamps: they come from the server's clock, never from the database's. */
const ms = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** An interval in which the meter of a call ran, [from, to) in ms since the epoch; `to` is null while it runs. */
export type MeteredInterval = readonly [from: number, to: number | null];

/** A disputed interval of a call, in ms since the epoch: the caller may have received no media, so it is paid but not earned. */
export type DisputedInterval = readonly [from: number, to: number];

/** An interval in which a side reports unusable media, in ms since the epoch. */
export type ReportedInterval = readonly [from: number, to: number];

/**
 * A call from the request on; an ended one is its own receipt. A user is in at most one live call: `beginCall` locks and
 * checks both users, and the unique indexes enforce it per side.
 */
export const call = pgTable(
  'call',
  {
    sid: text('sid').primaryKey(),
    kind: text('kind', { enum: CALL_KINDS }).notNull(),
    state: text('state', { enum: CALL_STATES }).notNull().default('ringing'),
    caller: person('caller'),
    callee: person('callee'),
    /** Full JIDs of the devices in the call; the callee's is empty before the answer. */
    callerJid: text('caller_jid').notNull(),
    calleeJid: text('callee_jid').notNull().default(''),
    /** Gems per started minute and the callee's share of them, as they were at the start. */
    price: integer('price').notNull(),
    sharePercent: smallint('share_percent').notNull(),
    freeSeconds: integer('free_seconds').notNull(),
    /** Whether the caller pays gems per minute: from the start, or once the free or booked time is over. */
    paid: boolean('paid').notNull(),
    startTime: ms('start_time'),
    answerTime: ms('answer_time'),
    connectingTime: ms('connecting_time'),
    endTime: ms('end_time'),
    /** When the end was written; the call may have ended earlier (`endTime`). */
    settledAt: ms('settled_at'),
    callerSeen: boolean('caller_seen').notNull().default(false),
    calleeSeen: boolean('callee_seen').notNull().default(false),
    callerBeat: ms('caller_beat'),
    calleeBeat: ms('callee_beat'),
    /** Since when this side receives no media; 0: it does. */
    callerLoss: ms('caller_loss'),
    calleeLoss: ms('callee_loss'),
    /** A time after which the caller certainly received media, according to their heartbeats. */
    callerProof: ms('caller_proof'),
    /** Whether the other side got PeerAway: the heartbeat of this side is late, or its device is reconnecting. */
    callerAway: boolean('caller_away').notNull().default(false),
    calleeAway: boolean('callee_away').notNull().default(false),
    /** Version of the peer connection; `rejoiningSide` is the side that has been asked to rejoin for it and has not yet. */
    generation: integer('generation').notNull().default(0),
    rejoiningSide: text('following', { enum: ['', 'caller', 'callee'] })
      .notNull()
      .default(''),
    /** The intervals in which the meter ran, in order; the cost is computed from them. */
    meteredIntervals: jsonb('stretches').$type<readonly MeteredInterval[]>().notNull().default([]),
    /** Disputed intervals: the caller may have received no media, so the minutes are paid but not earned. Ordered, without overlaps. */
    disputedIntervals: jsonb('doubts').$type<readonly DisputedInterval[]>().notNull().default([]),
    /**
     * Intervals in which this side reports unusable media: those that the caller receives, or that the callee sends. Ordered, without
     * overlaps.
     */
    callerUnusable: jsonb('caller_unusable').$type<readonly ReportedInterval[]>().notNull().default([]),
    calleeUnusable: jsonb('callee_unusable').$type<readonly ReportedInterval[]>().notNull().default([]),
    /** Number of started minutes that were given back at the end, because both sides reported them as unusable. */
    refundedMinutes: smallint('refunded_minutes').notNull().default(0),
    /** Silver that a silver call costs in all, held in the wallet until it ends; 0 for a free one, for other kinds, and once returned. */
    silver: integer('silver').notNull().default(0),
    /** Number of started minutes that were charged, also those of a booking; without those given back, once the call has ended. */
    minutes: integer('minutes').notNull().default(0),
    /** Number of charged minutes that are finally credited to the callee; the others are held until the end of the call decides on them. */
    posted: integer('posted').notNull().default(0),
    seconds: integer('seconds').notNull().default(0),
    reason: text('reason', { enum: CALL_REASONS }).notNull().default('unknown reason'),
    rejectType: text('reject_type', { enum: REJECT_TYPES }).notNull().default(''),
    /** Until when the call waits for a gem purchase; 0: it does not wait. */
    waitUntil: ms('wait_until'),
    /** Number of waits for a gem purchase, at most one. */
    waits: smallint('waits').notNull().default(0),
    /** When the sweeper has to advance the call. */
    dueAt: ms('due_at'),
    /** The side that ended a call that cost nothing by its fair start; `caller` if no side did; empty for any other call. */
    fairStart: text('fair_start', { enum: ['', 'caller', 'callee'] })
      .notNull()
      .default(''),
    /** Id of the booking whose holds pay for the first `bookedMinutes` minutes; empty for any other call. */
    booking: text('booking').notNull().default(''),
    bookedMinutes: smallint('booked_minutes').notNull().default(0),
    /**
     * Whether the callee's recent minutes, which rank hosts, include the earned minutes of this call (`posted`) now: true from the
     * settlement, false again when `forgetOldMinutes` subtracts them after PAID_MINUTES_RECENT_DAYS.
     */
    recent: boolean('recent').notNull().default(false),
  },
  (table) => [
    uniqueIndex('call_one_of_caller').on(table.caller).where(sql`state <> 'ended'`),
    uniqueIndex('call_one_of_callee').on(table.callee).where(sql`state <> 'ended'`),
    index('call_due').on(table.dueAt).where(sql`state <> 'ended'`),
    index('call_by_caller').on(table.caller, table.settledAt),
    index('call_by_callee').on(table.callee, table.settledAt),
    index('call_fair_start_of_caller').on(table.caller, table.endTime).where(sql`fair_start <> ''`),
    index('call_fair_start_of_callee').on(table.callee, table.endTime).where(sql`fair_start <> ''`),
    index('call_refunded').on(table.caller, table.endTime).where(sql`refunded_minutes > 0`),
    index('call_recent').on(table.endTime).where(sql`recent`),
    check('call_not_oneself', sql`${table.caller} <> ${table.callee}`),
    check('call_price_positive', sql`${table.price} between 0 and 1000000000`),
    check('call_silver', sql`${table.silver} between 0 and 1000000`),
    check('call_minutes', sql`${table.posted} between 0 and ${table.minutes}`),
  ],
);

/**
 * A booked call. Each of its minutes is held in the ledger under the operation `booking:<id>:<minute>` from the proposal on, and settled
 * when the booking ends. No foreign keys to the accounts: the history of money outlives them.
 */
export const booking = pgTable(
  'booking',
  {
    id: text('id').primaryKey(),
    viewer: uidColumn('viewer').notNull(),
    host: uidColumn('host').notNull(),
    /** Idempotency key of the proposal. */
    operation: text('operation').notNull(),
    state: text('state', { enum: BOOKING_STATES }).notNull().default('proposed'),
    startsAt: ms('starts_at'),
    minutes: smallint('minutes').notNull(),
    /** Gems per minute, the host's share of them, and the minutes of the minimum, as they were at the proposal. */
    price: integer('price').notNull(),
    sharePercent: smallint('share_percent').notNull(),
    minimumMinutes: smallint('minimum_minutes').notNull(),
    proposedAt: ms('proposed_at'),
    expiresAt: ms('expires_at'),
    settledAt: ms('settled_at'),
    /** When the sweeper has to advance the booking. */
    dueAt: ms('due_at'),
    /** When viewer and host came to the call, as far as the server saw it; 0: not. */
    viewerCame: ms('viewer_came'),
    hostCame: ms('host_came'),
    /** Minutes that the viewer paid in the end. */
    charged: smallint('charged').notNull().default(0),
  },
  (table) => [
    uniqueIndex('booking_once').on(table.viewer, table.operation),
    index('booking_of_viewer').on(table.viewer, table.proposedAt),
    index('booking_of_host').on(table.host, table.proposedAt),
    index('booking_due').on(table.dueAt).where(sql`state in ('proposed', 'accepted')`),
    check('booking_not_oneself', sql`${table.viewer} <> ${table.host}`),
    check('booking_amounts', sql`${table.price} between 1 and 1000000000 and ${table.minutes} between 1 and 60`),
    check('booking_charged', sql`${table.charged} between 0 and ${table.minutes}`),
    check('booking_settled', sql`(${table.state} in ('proposed', 'accepted')) = (${table.settledAt} = 0)`),
  ],
);

/** One use of an allowance by a call, per owner. `slot` counts from 1 and is part of the key, so that the last one cannot be used twice. */
export const allowanceUse = pgTable(
  'allowance_use',
  {
    kind: text('kind', { enum: ['first', 'paidUserFree', 'silver', 'silverPaid'] }).notNull(),
    /** `uid:` or `device:` and the id; for a daily allowance followed by `@` and the day. */
    owner: text('owner').notNull(),
    slot: smallint('slot').notNull(),
    sid: text('sid').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.owner, table.slot] }),
    index('allowance_use_by_sid').on(table.sid),
  ],
);

/** One side's rating of a call in stars, 1 to 5, with reasons that fit them (`ratingReasonsOf`). */
export const callRating = pgTable(
  'call_rating',
  {
    sid: text('sid')
      .notNull()
      .references(() => call.sid, { onDelete: 'cascade' }),
    uid: person('uid'),
    stars: smallint('stars').notNull(),
    reasons: text('reasons', { enum: RATING_REASONS }).array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.sid, table.uid] }),
    check('call_rating_stars', sql`${table.stars} between 1 and 5`),
  ],
);

/** Claims of automatic first messages: at most one per user, host, day (days since the epoch) and scene. */
export const autoMessage = pgTable(
  'auto_message',
  { uid: person('uid'), hostUid: person('host_uid'), day: integer('day').notNull(), scene: text('scene').notNull() },
  (table) => [primaryKey({ columns: [table.uid, table.hostUid, table.day, table.scene] })],
);
