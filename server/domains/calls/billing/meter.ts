import { CALL_MINUTE_MS } from '../../../../contract/calls/rules.ts';
import type { MeteredInterval } from '../tables.ts';

/** Billing as a function of the intervals in which the meter ran. All times are ms of the server's clock. */

/** Metered time in ms from the start of the meter up to `at` (ms since the epoch). */
export const meteredAt = (meteredIntervals: readonly MeteredInterval[], at: number): number =>
  meteredIntervals.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to ?? at, at) - from), 0);

/**
 * Metered time in ms up to `at` outside of these intervals, in any order and possibly with overlaps: the time that earns gems for the
 * callee.
 */
export function earnedAt(
  meteredIntervals: readonly MeteredInterval[],
  excluded: readonly (readonly [from: number, to: number])[],
  at: number,
): number {
  let [earned, counted] = [meteredAt(meteredIntervals, at), 0];
  for (const [from, to] of excluded.toSorted(([one], [other]) => one - other)) {
    const begin = Math.max(from, counted);
    if (to <= begin) continue;
    earned -= meteredAt(meteredIntervals, Math.min(to, at)) - meteredAt(meteredIntervals, Math.min(begin, at));
    counted = to;
  }
  return earned;
}

/**
 * Total time in ms between the metered intervals: the ended pauses, by losses that the callee reported and by the wait for gems. From
 * CALL_MEDIA_GIVE_UP_MS on, no loss begins another pause (`recordCalleeBeat`); the last pause may exceed it.
 */
export const pausedMs = (meteredIntervals: readonly MeteredInterval[]): number =>
  meteredIntervals.reduce((sum, [from], index) => sum + from - (meteredIntervals[index - 1]?.[1] ?? from), 0);

/** The moment (ms since the epoch) at which the metered time reaches `metered` ms; undefined when the meter stops before. */
export function momentOf(meteredIntervals: readonly MeteredInterval[], metered: number): number | undefined {
  let left = metered;
  for (const [from, to] of meteredIntervals) {
    if (to === null || to - from >= left) return from + left;
    left -= to - from;
  }
  return undefined;
}

/**
 * Number of started paid minutes after this metered time, to settle a call and to compute earnings. Free time comes first; a minute
 * counts from its first moment.
 */
export const minutesOf = (meteredMs: number, freeMs: number): number =>
  meteredMs < freeMs ? 0 : Math.floor((meteredMs - freeMs) / CALL_MINUTE_MS) + 1;

/**
 * Number of paid minutes that were metered to their end; used instead of `minutesOf` after an outage, and for minutes that are surely
 * earned.
 */
export const wholeMinutesOf = (meteredMs: number, freeMs: number): number =>
  Math.max(0, minutesOf(meteredMs, freeMs) - 1);

/** The moment (ms since the epoch) at which the paid minute after the first `minutes` begins; undefined when the meter stops before. */
export const minuteStart = (
  meteredIntervals: readonly MeteredInterval[],
  freeMs: number,
  minutes: number,
): number | undefined =>
  meteredIntervals.length === 0 ? undefined : momentOf(meteredIntervals, freeMs + minutes * CALL_MINUTE_MS);

/** Whether the meter of a call runs now, that is, its last interval has no end; clients show it, and only then can a loss pause it. */
export const isRunning = (meteredIntervals: readonly MeteredInterval[]): boolean =>
  meteredIntervals.at(-1)?.[1] === null;

/**
 * Starts or resumes the meter of a call at `now`: at the callee's first picture, after a loss, and after a wait for gems. Unchanged
 * when it already runs.
 */
export const run = (meteredIntervals: readonly MeteredInterval[], now: number): readonly MeteredInterval[] =>
  isRunning(meteredIntervals) ? meteredIntervals : [...meteredIntervals, [now, null]];

/** Stops the meter at `at` and removes everything after it: at a loss, at a minute that cannot be paid, and at the end of the call. */
export const cut = (meteredIntervals: readonly MeteredInterval[], at: number): readonly MeteredInterval[] =>
  meteredIntervals.filter(([from]) => from <= at).map(([from, to]) => [from, Math.min(to ?? at, at)] as const);
