import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { sideOf } from './call.ts';
import { findCall } from './store.ts';
import { callRating } from './tables.ts';

/**
 * Answers `callRating`: stores one party's stars for a connected call that has ended, replacing an earlier rating. Otherwise answers
 * `not-found`.
 */
export async function rateCall(
  db: Queries,
  uid: number,
  sid: string,
  stars: number,
): Promise<Result<Record<string, never>>> {
  const call = await findCall(db, sid);
  if (call?.state !== 'ended' || call.connectingTime === 0 || sideOf(call, uid) === undefined) {
    return fail({ code: 'not-found' });
  }
  await db
    .insert(callRating)
    .values({ sid, uid, stars })
    .onConflictDoUpdate({ target: [callRating.sid, callRating.uid], set: { stars } });
  return ok({});
}
