/** Constants of rewards; names include the unit. */

/** Silver per day of a check-in streak; the streak restarts after the last day and after a missed day. */
export const CHECK_IN_SILVER = [20, 30, 40, 50, 60, 80, 120] as const;
/** Silver for each task, by its key: for daily tasks (`DAILY_TASKS`) each day, for the others once. */
export const TASK_SILVER = { reply: 20, call: 30, install: 150, profile: 80, notifications: 40 } as const;
/** Key of a task, without the check-in. */
export type TaskName = keyof typeof TASK_SILVER;
/** Tasks that can be claimed once per day (UTC); all others once per account. */
export const DAILY_TASKS: readonly TaskName[] = ['reply', 'call'];
/** Price of a silver call beyond the daily free one. */
export const SILVER_CALL_PRICE_SILVER = 100;
/** Silver calls that an account may pay for with silver per day, beyond the free ones. */
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
/** Claims of tasks and requests to `reward` together, per minute and account. */
export const TASKS_PER_MINUTE = 20;
