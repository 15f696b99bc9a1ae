import { and, count, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  FAIR_STARTS_PER_CALLER_AND_DAY,
  FAIR_STARTS_PER_HOST_AND_DAY,
  FAIR_STARTS_PER_PAIR_AND_DAY,
  HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY,
} from '../../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import type { SiteSettings } from '../../account/site/settings.ts';
import type { SideName } from '../call.ts';
import type { CallContext } from '../call-context.ts';
import { call as callTable } from '../tables.ts';
import { isMetered } from './money.ts';

/** Minutes of a call that its caller pays, and those of them that its callee earns. */
type Due = { readonly paid: number; readonly earned: number };

/** End of a call: when (ms since the epoch), by which side if by one, and its paid time as the callee and as both sides confirm it. */
type Shortness = {
  readonly at: number;
  readonly by: SideName | undefined;
  readonly paidMs: number;
  readonly earnedMs: number;
};

/**
 * Returns what a call costs under the fair start: nothing if it ends within `fairStartSeconds` of paid time, otherwise `due`. Two bounds
 * of a UTC day keep it from being free calls:
 *
 * - Calls that end otherwise than by the callee: FAIR_STARTS_PER_PAIR_AND_DAY, _CALLER_AND_DAY and _HOST_AND_DAY. A further one is charged
 *   and earned as if there were no fair start.
 * - Calls that the callee ends, or whose silence or loss of media does: HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY. A further one is charged
 *   but never earned, so a host gains nothing by ending calls.
 *
 * A longer call earns only if both sides confirm that much time, so a callee cannot reach the end of the fair start by a false report.
 * A user is in one call at a time, so the calls that count are committed before this one began, and nothing has to be locked.
 */
export async function withFairStart(context: CallContext, end: Shortness, due: Due): Promise<Due> {
  const { tx, call, settings } = context;
  if (!isMetered(call) || due.paid === 0 || call.posted > 0) return due;
  const fairMs = (await settings.site.read(tx)).fairStartSeconds * 1_000;
  if (end.paidMs >= fairMs) return end.earnedMs < fairMs ? { ...due, earned: 0 } : due;
  const by = end.by ?? 'caller';
  if (!(await isFairStartLeft(context, by, end.at))) return by === 'callee' ? { ...due, earned: 0 } : due;
  call.fairStart = by;
  return { paid: 0, earned: 0 };
}

/**
 * Returns the seconds of the fair start, for display before a call; 0 if there is none, or if this caller has used
 * FAIR_STARTS_PER_CALLER_AND_DAY today (UTC).
 */
export async function offeredFairStart(
  db: Queries,
  { fairStartSeconds }: Pick<SiteSettings, 'fairStartSeconds'>,
  uid: number,
  now: number,
): Promise<number> {
  if (fairStartSeconds === 0) return 0;
  const [used] = await db
    .select({ times: count() })
    .from(callTable)
    .where(and(eq(callTable.caller, uid), eq(callTable.fairStart, 'caller'), isToday(now)));
  return (used?.times ?? 0) < FAIR_STARTS_PER_CALLER_AND_DAY ? fairStartSeconds : 0;
}

async function isFairStartLeft({ tx, call }: CallContext, by: SideName, at: number): Promise<boolean> {
  const isCaller = eq(callTable.caller, call.caller.uid);
  const isCallee = eq(callTable.callee, call.callee.uid);
  const isPair = and(isCaller, isCallee);
  const isByCaller = eq(callTable.fairStart, 'caller');
  const [used] = await tx
    .select({
      pair: times(and(isPair, isByCaller)),
      caller: times(and(isCaller, isByCaller)),
      host: times(and(isCallee, isByCaller)),
      hostEnded: times(and(isPair, eq(callTable.fairStart, 'callee'))),
    })
    .from(callTable)
    .where(and(or(isCaller, isCallee), ne(callTable.fairStart, ''), isToday(at)));
  if (!used) return true;
  if (by === 'callee') return used.hostEnded < HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY;
  return (
    used.pair < FAIR_STARTS_PER_PAIR_AND_DAY &&
    used.caller < FAIR_STARTS_PER_CALLER_AND_DAY &&
    used.host < FAIR_STARTS_PER_HOST_AND_DAY
  );
}

const times = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
/** Whether a call ended in the UTC day of `at`, or later. */
const isToday = (at: number) => gte(callTable.endTime, Math.floor(at / DAY_MS) * DAY_MS);
