import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { TASK_KEYS } from '../../../contract/rewards/endpoints.ts';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/** No reference to the account: that may go, what its money came from may not. */
const whose = () => bigint('uid', { mode: 'number' }).notNull();
/** Days since the epoch (UTC); 0 where it is once in a life. */
const day = () => integer('day').notNull();
const coins = () => integer('coins').notNull();

/**
 * What was claimed: a row for the account and one for each of its devices, so that a new account on the same device claims nothing
 * again. Only added to.
 */
export const rewardClaim = pgTable(
  'reward_claim',
  {
    task: text('task', { enum: TASK_KEYS }).notNull(),
    /** `uid:` or `device:` and whose it is. */
    owner: text('owner').notNull(),
    day: day(),
    uid: whose(),
    coins: coins(),
    /** Of the check-in: which day of its row, from 1; else 0. */
    step: smallint('step').notNull().default(0),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.task, table.owner, table.day] }),
    index('reward_claim_by_uid').on(table.uid),
    check('reward_claim_coins', sql`${table.coins} > 0`),
  ],
);

/** What the lucky box gave, one a day. Only added to. */
export const luckyDraw = pgTable(
  'lucky_draw',
  {
    uid: whose(),
    day: day(),
    /** Of 10,000, and the version of the odds that it was held against. */
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

/** Who wants to hear that the next check-in is there. */
export const checkInReminder = pgTable('check_in_reminder', {
  uid: ownUid().primaryKey(),
  isOn: boolean('is_on').notNull(),
});
