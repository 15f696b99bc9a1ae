import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { AWAY_KINDS, type AwayAbout } from '../../../../contract/away/kinds.ts';
import { deviceToken, momentColumn, ownUid } from '../../../platform/database/account.ts';

/**
 * The push subscription of a session. A trigger deletes it with its session, and announces to `policy_changed` who is reached
 * from now on, or no more.
 */
export const pushToken = pgTable(
  'push_token',
  {
    sessionHash: text('session_hash')
      .primaryKey()
      .references(() => deviceToken.hash, { onDelete: 'cascade' }),
    uid: ownUid(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    swScope: text('sw_scope').notNull(),
    /** Public key of ours that it was made with: pushes to it are signed by that key. */
    vapidKey: text('vapid_key').notNull(),
    lang: text('lang').notNull(),
    /** IANA name of the device's time zone, for quiet hours. */
    zone: text('zone').notNull(),
    /** `apple`: gets the declarative shape, which is shown without code of ours. */
    shape: text('shape', { enum: ['web', 'apple'] }).notNull(),
    refreshedAt: momentColumn('refreshed_at').notNull().defaultNow(),
    /** Attempts in a row that a push service did not answer, or answered by 5xx, and since when. */
    failures: smallint('failures').notNull().default(0),
    failingSince: momentColumn('failing_since'),
    /** Attempts in a row that a push service refused. */
    refusals: smallint('refusals').notNull().default(0),
  },
  (table) => [index('push_token_by_uid').on(table.uid)],
);

/**
 * What is to be pushed, and was: one row for all events that one notification shows. It outlives its push, so that an event
 * that comes again is no second one and the pace is known; it ends with `expires_at`.
 */
export const pushJob = pgTable(
  'push_job',
  {
    uid: ownUid(),
    tag: text('tag').notNull(),
    /** Of the newest event, as are `about` and `at`. */
    kind: text('kind', { enum: AWAY_KINDS }).notNull(),
    about: jsonb('about').$type<AwayAbout>().notNull(),
    /** Ids of the newest events, the newest last. */
    ids: text('ids').array().notNull(),
    /** Events since the person last looked. */
    n: integer('n').notNull(),
    at: momentColumn('at').notNull(),
    /** When it is pushed, or looked at again while a process sends it. Null: nothing is to be done. */
    dueAt: momentColumn('due_at'),
    expiresAt: momentColumn('expires_at').notNull(),
    /** Grows with each event: what came while it was sent is sent after it. */
    revision: integer('revision').notNull().default(0),
    /** The revision that a process sends now. */
    sending: integer('sending'),
    /** Attempts at this push. */
    tries: smallint('tries').notNull().default(0),
    /** Sessions that an earlier attempt did not reach; null: all of the account. */
    left: text('left_sessions').array(),
    /** Pushes in a row, for the pace. */
    pushes: smallint('pushes').notNull().default(0),
    pushedAt: momentColumn('pushed_at'),
    /** It was shown, and was read elsewhere: the next push of the account closes it. */
    isGone: boolean('is_gone').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.tag] }),
    index('push_job_due').on(table.dueAt).where(sql`due_at is not null`),
    index('push_job_old').on(table.expiresAt),
  ],
);

/** Pushes of an account in the minute and the hour that run. */
export const pushPace = pgTable('push_pace', {
  uid: ownUid().primaryKey(),
  minute: bigint('minute', { mode: 'number' }).notNull(),
  inMinute: integer('in_minute').notNull(),
  hour: bigint('hour', { mode: 'number' }).notNull(),
  inHour: integer('in_hour').notNull(),
  /** Day since the epoch of the last pushes that somebody came online, and how many there were. */
  onlineDay: integer('online_day').notNull().default(0),
  inDay: integer('in_day').notNull().default(0),
});

/**
 * Hosts who can be called though their app is closed, until when, and how many calls in a row they did not answer. Written by
 * triggers as their last stream ends and the first one begins.
 */
export const closedHost = pgTable('closed_host', {
  uid: ownUid().primaryKey(),
  until: momentColumn('until').notNull(),
  unanswered: smallint('unanswered').notNull().default(0),
});
