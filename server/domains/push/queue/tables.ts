import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { PUSH_KINDS, type PushSubject } from '../../../../contract/push/kinds.ts';
import { deviceToken, momentColumn, ownUid } from '../../../platform/database/account.ts';

/**
 * Push subscriptions, one per session. A trigger deletes a subscription with its session, and announces on `policy_changed` the accounts
 * that pushes reach from now on, or no longer.
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
    /** Public VAPID key that it was created with; pushes to it are signed with the private one. */
    vapidKey: text('vapid_key').notNull(),
    lang: text('lang').notNull(),
    /** IANA name of the device's time zone, for quiet hours. */
    zone: text('zone').notNull(),
    /** `apple`: gets declarative pushes, which the system shows without the service worker. */
    shape: text('shape', { enum: ['web', 'apple'] }).notNull(),
    refreshedAt: momentColumn('refreshed_at').notNull().defaultNow(),
    /** Attempts since the last success that the push service did not answer, or answered with 3xx or 5xx, and the time of the first. */
    failures: smallint('failures').notNull().default(0),
    failingSince: momentColumn('failing_since'),
    /** Attempts since the last success that the push service refused with 4xx. */
    refusals: smallint('refusals').notNull().default(0),
  },
  (table) => [index('push_token_by_uid').on(table.uid)],
);

/**
 * Pending and sent pushes: one row per account and notification, for all events that it shows. A row is retained after its push, so that
 * a repeated event is recognized and the pace is known; it is deleted after `expires_at`.
 */
export const pushJob = pgTable(
  'push_job',
  {
    uid: ownUid(),
    tag: text('tag').notNull(),
    /** Kind of the newest event; `about` and `at` describe the same event. */
    kind: text('kind', { enum: PUSH_KINDS }).notNull(),
    about: jsonb('about').$type<PushSubject>().notNull(),
    /** Ids of the newest events of the notification, the newest last. */
    ids: text('ids').array().notNull(),
    /** Number of events since the user last saw the notification's subject. */
    n: integer('n').notNull(),
    at: momentColumn('at').notNull(),
    /** When the push is due, or when its lease ends while a process sends it. Null when nothing is pending. */
    dueAt: momentColumn('due_at'),
    expiresAt: momentColumn('expires_at').notNull(),
    /** Incremented by each event, so that events which arrive during a push are sent after it. */
    revision: integer('revision').notNull().default(0),
    /** The revision that a process is sending; null when none does. */
    sending: integer('sending'),
    /** Failed attempts to send this push. */
    tries: smallint('tries').notNull().default(0),
    /** Sessions that an earlier attempt did not reach; null for all sessions of the account. */
    left: text('left_sessions').array(),
    /** Number of pushes of this notification in a row, which determines the time to the next (`bounds.ts`). */
    pushes: smallint('pushes').notNull().default(0),
    pushedAt: momentColumn('pushed_at'),
    /** True when the notification was shown and then read on another device: the next push of the account closes it. */
    isGone: boolean('is_gone').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.tag] }),
    index('push_job_due').on(table.dueAt).where(sql`due_at is not null`),
    index('push_job_old').on(table.expiresAt),
  ],
);

/**
 * Number of pushes of an account in the current minute and hour, and of those about a user who came online in the current day, over all
 * processes, for the limits. Pushes of kinds that ring are not counted.
 */
export const pushPace = pgTable('push_pace', {
  uid: ownUid().primaryKey(),
  minute: bigint('minute', { mode: 'number' }).notNull(),
  inMinute: integer('in_minute').notNull(),
  hour: bigint('hour', { mode: 'number' }).notNull(),
  inHour: integer('in_hour').notNull(),
  /** Day since the epoch of the last push about a user who came online, and the number of those pushes on that day. */
  onlineDay: integer('online_day').notNull().default(0),
  inDay: integer('in_day').notNull().default(0),
});

/**
 * Hosts who can be called while their app is closed, until when, and how many calls in a row they did not answer. Triggers insert a row
 * when the last stream of a host ends, and delete it when one starts.
 */
export const closedHost = pgTable('closed_host', {
  uid: ownUid().primaryKey(),
  until: momentColumn('until').notNull(),
  unanswered: smallint('unanswered').notNull().default(0),
});
