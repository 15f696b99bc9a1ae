import { CHECK_IN_SILVER } from '../../../contract/rewards/rules.ts';

/** Days of the row, and the last check-in of an account. */
export type LastCheckIn = { readonly day: number; readonly step: number };

const ROW = CHECK_IN_SILVER.length;

/** Which day of the row a check-in of today is: the next one, or the first after the last and after a missed day. */
export const stepOf = (last: LastCheckIn | undefined, today: number): number => {
  if (last === undefined) return 1;
  if (last.day === today) return last.step;
  return last.day === today - 1 ? (last.step % ROW) + 1 : 1;
};

export const coinsOfStep = (step: number): number => CHECK_IN_SILVER[step - 1] ?? CHECK_IN_SILVER[0];

type Day = { readonly day: number; readonly coins: number; readonly state: 'done' | 'claimable' | 'open' };

/** The row as it is today. `isTaken`: somebody on one of the account's devices has checked in today. */
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
