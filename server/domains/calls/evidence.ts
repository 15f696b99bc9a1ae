import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { shareOf } from '../wallet/shares.ts';
import { callRating, call as callTable, type ReportedInterval } from './tables.ts';

const timeOf = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : 'never');
const secondsOf = (ms: number) => `${Math.round(ms / 100) / 10} s`;

/**
 * Describes a call between two users by the server's records, as lines for the team: times, metered and disputed time, the media reports of
 * both sides, money, end and ratings. Pictures and sound are not recorded. Empty if there is no such call of these two.
 */
export async function callEvidence(db: Queries, sid: string, of: readonly [number, number]): Promise<string[]> {
  const [found] = await db.select().from(callTable).where(eq(callTable.sid, sid));
  if (!found || !of.includes(found.caller) || !of.includes(found.callee)) return [];
  const ratings = await db
    .select({ uid: callRating.uid, stars: callRating.stars, reasons: callRating.reasons })
    .from(callRating)
    .where(eq(callRating.sid, sid))
    .orderBy(asc(callRating.uid));
  const { caller, callee, kind, price, minutes, posted, seconds, reason, rejectType, state } = found;
  const sumOf = (intervals: readonly ReportedInterval[]) =>
    secondsOf(intervals.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0));
  const unusable = { caller: found.callerUnusable, callee: found.calleeUnusable };
  /** The intervals in seconds after the connection. */
  const listOf = (intervals: readonly ReportedInterval[]) =>
    intervals.map((span) => span.map((at) => Math.round((at - found.connectingTime) / 1_000)).join('-')).join(', ');
  return [
    `call ${sid}: ${caller} called ${callee}, ${kind}, ${price} gems a minute, ${state}`,
    `rang ${timeOf(found.startTime)}, answered ${timeOf(found.answerTime)}, connected ${timeOf(found.connectingTime)}, ended ${timeOf(found.endTime)}`,
    `metered: ${seconds} s, in ${found.meteredIntervals.length} parts; without media by the caller: ${sumOf(found.disputedIntervals)}`,
    ...(['caller', 'callee'] as const).flatMap((side) =>
      unusable[side].length === 0
        ? []
        : [
            `${side === 'caller' ? 'received' : 'sent'} unusable, by the ${side}: ${sumOf(unusable[side])}, at seconds ${listOf(unusable[side])}`,
          ],
    ),
    `paid: ${minutes} minutes, ${minutes * price} gems; given back: ${found.refundedMinutes} minutes; free by its fair start: ${found.fairStart === '' ? 'no' : 'yes'}`,
    `earned: ${posted} minutes, ${posted * shareOf(price, found.sharePercent).anchor} gems; end: ${reason}${rejectType === '' ? '' : ` (${rejectType})`}`,
    ...ratings.map(
      ({ uid, stars, reasons }) =>
        `${uid} gave ${stars} of 5 stars${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`,
    ),
  ];
}
