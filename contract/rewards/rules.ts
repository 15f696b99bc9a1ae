/** Constants of rewards; names include the unit. */

/** Silver per day of a check-in streak; the streak restarts after the last day and after a missed day. */
export const CHECK_IN_SILVER = [20, 30, 40, 50, 60, 80, 120] as const;
/** Silver of daily tasks (`DAILY_TASKS`) and of one-time tasks. */
export const TASK_SILVER = { reply: 20, call: 30, install: 150, profile: 80, notifications: 40 } as const;
export type TaskName = keyof typeof TASK_SILVER;
export const DAILY_TASKS: readonly TaskName[] = ['reply', 'call'];
/** Price of a silver call beyond the daily free one. */
export const SILVER_CALL_PRICE_SILVER = 100;
/** Paid silver calls per day. */
export const SILVER_CALLS_PAID_PER_DAY = 5;
/** Version of `LUCKY_ODDS`, stored with each draw. */
export const LUCKY_VERSION = 1;
/** Prizes of the lucky box: silver, and its chance of 10,000. */
export const LUCKY_ODDS = [
  { amount: 5, of10000: 4_000 },
  { amount: 10, of10000: 3_000 },
  { amount: 20, of10000: 1_800 },
  { amount: 50, of10000: 950 },
  { amount: 100, of10000: 200 },
  { amount: 200, of10000: 50 },
] as const;
export const TASKS_PER_MINUTE = 20;
