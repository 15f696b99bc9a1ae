import { CHECK_IN_SILVER } from '../../../contract/rewards/rules.ts';

/** An account's last check-in: its day since the epoch, and its position in the check-in row, from 1. */
export type LastCheckIn = { readonly day: number; readonly step: number };

/** Length of the check-in row in days. */
const ROW = CHECK_IN_SILVER.length;

/**
 * The position in the check-in row (from 1) of today's check-in: of one already made, its own; otherwise the next, or the first after a
 * complete row or a missed day. `today`: days since the epoch (UTC).
 */
export const stepOf = (last: LastCheckIn | undefined, today: number): number => {
  if (last === undefined) return 1;
  if (last.day === today) return last.step;
  return last.day === today - 1 ? (last.step % ROW) + 1 : 1;
};

/** Silver that a check-in at this position of the row (from 1) earns. */
export const coinsOfStep = (step: number): number => CHECK_IN_SILVER[step - 1] ?? CHECK_IN_SILVER[0];

type Day = { readonly day: number; readonly coins: number; readonly state: 'done' | 'claimable' | 'open' };

/**
 * The check-in row of an account today, as `userTasksInfo` shows it. `done`: days of it that are checked in; `coins`: silver that a
 * check-in now would earn, 0 if none is possible. `isTaken`: the account, or another one on one of its devices, has checked in
 * today.
 */
export function rowOf(last: LastCheckIn | undefined, today: number, isTaken: boolean) {
  const step = stepOf(last, today);
  const isDone = last?.day === today;
  const done = isDone ? step : step - 1;
  const days: Day[] = CHECK_IN_SILVER.map((coins, at) => ({
    day: at + 1,
    coins,
    state: at < done ? 'done' : at === done && !isDone && !isTaken ? 'claimable' : 'open',
  }));
  return { done, days, coins: isDone || isTaken ? 0 : coinsOfStep(step) };
}
