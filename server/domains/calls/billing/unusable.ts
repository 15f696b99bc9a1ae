import { and, eq, gt, gte, sql } from 'drizzle-orm';
import {
  REFUNDED_MINUTES_PER_CALLER_AND_DAY,
  REFUNDED_MINUTES_PER_PAIR_AND_DAY,
} from '../../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { Call } from '../call.ts';
import type { CallContext } from '../call-context.ts';
import { call as callTable, type ReportedInterval } from '../tables.ts';
import { meteredAt, minutesOf } from './meter.ts';

/**
 * Time in which picture or sound were unusable, by the reports of both sides: the caller reports what it received, the callee what it
 * sent.
 *
 * - Time that both report at once is not charged: the minutes are counted over the rest, and those that were charged beyond it are given
 *   back to the caller at the end of the call.
 * - Time that the caller alone reports is paid and not earned, as disputed time is (`earnedMs`), so a callee gains nothing by denying it.
 *
 * So a caller who reports falsely gets nothing back, and a callee who reports falsely earns nothing by it. Two sides that lie together
 * get back at most REFUNDED_MINUTES_PER_PAIR_AND_DAY, which the callee does not earn.
 */

/** Metered time in ms up to `at` that both sides report as unusable. */
function agreedMs({ meteredIntervals, caller, callee }: Call, at: number): number {
  const metered = (ms: number) => meteredAt(meteredIntervals, Math.min(ms, at));
  return overlapOf(caller.unusable, callee.unusable).reduce((sum, [from, to]) => sum + metered(to) - metered(from), 0);
}

/** The time that is in an interval of both lists, each ordered and without overlaps. */
const overlapOf = (one: readonly ReportedInterval[], other: readonly ReportedInterval[]): ReportedInterval[] =>
  one.flatMap(([from, to]) =>
    other.flatMap(([start, end]): ReportedInterval[] => {
      const both = [Math.max(from, start), Math.min(to, end)] as const;
      return both[0] < both[1] ? [both] : [];
    }),
  );

/**
 * Returns how many of the `paid` minutes of a call that ends at `at` are given back: those beyond the minutes of its usable time, or all
 * if less usable paid time than the fair start is left. At most REFUNDED_MINUTES_PER_PAIR_AND_DAY and
 * REFUNDED_MINUTES_PER_CALLER_AND_DAY in a UTC day. A user is in one call at a time, so the calls of the day that count are committed
 * before this one began, and nothing has to be locked.
 */
export async function refundableMinutes(context: CallContext, paid: number, at: number): Promise<number> {
  const { tx, call, settings } = context;
  const unusable = agreedMs(call, at);
  if (paid === 0 || unusable === 0) return 0;
  const freeMs = call.freeSeconds * 1_000;
  const usable = meteredAt(call.meteredIntervals, at) - unusable;
  const fairMs = (await settings.site.read(tx)).fairStartSeconds * 1_000;
  const refundable = usable - freeMs < Math.max(1, fairMs) ? paid : paid - minutesOf(usable, freeMs);
  return Math.max(0, Math.min(refundable, await refundsLeft(context, at)));
}

async function refundsLeft({ tx, call: { caller, callee } }: CallContext, at: number): Promise<number> {
  const { refundedMinutes } = callTable;
  const isPair = eq(callTable.callee, callee.uid);
  const [refunded] = await tx
    .select({
      caller: sql<number>`coalesce(sum(${refundedMinutes}), 0)`.mapWith(Number),
      pair: sql<number>`coalesce(sum(${refundedMinutes}) filter (where ${isPair}), 0)`.mapWith(Number),
    })
    .from(callTable)
    .where(
      and(
        eq(callTable.caller, caller.uid),
        gt(refundedMinutes, sql`0`),
        gte(callTable.endTime, Math.floor(at / DAY_MS) * DAY_MS),
      ),
    );
  return Math.min(
    REFUNDED_MINUTES_PER_PAIR_AND_DAY - (refunded?.pair ?? 0),
    REFUNDED_MINUTES_PER_CALLER_AND_DAY - (refunded?.caller ?? 0),
  );
}
