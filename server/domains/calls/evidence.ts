import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { callRating, call as callTable } from './tables.ts';

const timeOf = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : 'never');
const secondsOf = (ms: number) => `${Math.round(ms / 100) / 10} s`;

/**
 * What the server knows of a call between two users, as lines for the team: times, metered and disputed time, money, end and ratings.
 * Pictures and sound are not recorded. Empty if there is no such call of these two.
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
  const disputed = found.doubts.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
  return [
    `call ${sid}: ${caller} called ${callee}, ${kind}, ${price} gems a minute, ${state}`,
    `rang ${timeOf(found.startTime)}, answered ${timeOf(found.answerTime)}, connected ${timeOf(found.connectingTime)}, ended ${timeOf(found.endTime)}`,
    `metered: ${seconds} s, in ${found.stretches.length} parts; without media by a side: ${secondsOf(disputed)}`,
    `paid: ${minutes} minutes, earned: ${posted} minutes; end: ${reason}${rejectType === '' ? '' : ` (${rejectType})`}`,
    ...ratings.map(
      ({ uid, stars, reasons }) =>
        `${uid} gave ${stars} of 5 stars${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`,
    ),
  ];
}
