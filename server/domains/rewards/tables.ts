import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { TASK_KEYS } from '../../../contract/rewards/endpoints.ts';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/** Uid column without a foreign key to the account: an account can be deleted, the origin of its money cannot. */
const whose = () => bigint('uid', { mode: 'number' }).notNull();
/** Days since the epoch (UTC); 0 for a task that can be claimed only once. */
const day = () => integer('day').notNull();
const coins = () => integer('coins').notNull();

/**
 * Claims of tasks and check-ins: a row for the account and one for each of its devices, so that a new account on the same device cannot
 * claim again. Append-only.
 */
export const rewardClaim = pgTable(
  'reward_claim',
  {
    task: text('task', { enum: TASK_KEYS }).notNull(),
    /** The account (`uid:<n>`) or the device (`device:<id>`) for which the claim counts. */
    owner: text('owner').notNull(),
    day: day(),
    uid: whose(),
    coins: coins(),
    /** For a check-in its position in the check-in row, from 1; otherwise 0. */
    step: smallint('step').notNull().default(0),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.task, table.owner, table.day] }),
    index('reward_claim_by_uid').on(table.uid),
    check('reward_claim_coins', sql`${table.coins} > 0`),
  ],
);

/** Draws of the lucky box, at most one per account and day. Append-only. */
export const luckyDraw = pgTable(
  'lucky_draw',
  {
    uid: whose(),
    day: day(),
    /** The roll of 0 to 9,999, and the version of the odds that applied. */
    roll: smallint('roll').notNull(),
    version: smallint('version').notNull(),
    coins: coins(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.day] }),
    check('lucky_draw_roll', sql`${table.roll} between 0 and 9999 and ${table.coins} > 0`),
  ],
);

/** Whether a user wants the daily reminder of the check-in; absent: no. */
export const checkInReminder = pgTable('check_in_reminder', {
  uid: ownUid().primaryKey(),
  isOn: boolean('is_on').notNull(),
});
