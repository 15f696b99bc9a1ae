import { type RatingReason, ratingReasonsOf } from '../../../contract/calls/calls.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { sideOf } from './call.ts';
import { findCall } from './store.ts';
import { callRating } from './tables.ts';

/**
 * Answers `callRating`: stores one party's stars and reasons for a connected call that has ended, replacing an earlier rating. Otherwise
 * answers `not-found`; reasons that do not fit the stars are refused. A database trigger adds the stars to the sums of the host.
 */
export async function rateCall(
  db: Queries,
  uid: number,
  { sid, stars, reasons }: { readonly sid: string; readonly stars: number; readonly reasons: readonly RatingReason[] },
): Promise<Result<Record<string, never>>> {
  if (!reasons.every((reason) => ratingReasonsOf(stars).includes(reason))) {
    return fail({ code: 'bad-request', detail: 'reasons: must fit the stars' });
  }
  const call = await findCall(db, sid);
  if (call?.state !== 'ended' || call.connectingTime === 0 || sideOf(call, uid) === undefined) {
    return fail({ code: 'not-found' });
  }
  const rating = { stars, reasons: [...new Set(reasons)] };
  await db
    .insert(callRating)
    .values({ sid, uid, ...rating })
    .onConflictDoUpdate({ target: [callRating.sid, callRating.uid], set: rating });
  return ok({});
}
