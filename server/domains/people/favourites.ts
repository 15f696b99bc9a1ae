import { and, count, eq, sql } from 'drizzle-orm';
import type { Relation } from '../../../contract/people/people.ts';
import { FAVOURITES_MAX } from '../../../contract/people/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { announceRelation } from './notify.ts';
import { relationOf } from './relations.ts';
import { favourite } from './tables.ts';
import { findTarget, lockPair } from './target.ts';

/** First key of the advisory locks taken here; distinct from those of other modules. */
const FAVOURITES_LOCK = 4_600_003;

/**
 * Adds or removes a favourite (`wanted`) and returns the relation; at most `FAVOURITES_MAX` per account. Only the user `uid` sees
 * their favourites.
 */
export async function changeFavourite(
  db: Queries,
  uid: number,
  targetUid: number,
  wanted: boolean,
): Promise<Result<Relation>> {
  if (targetUid === uid) return fail({ code: 'bad-request', detail: 'targetUid: must be somebody else' });
  return db.transaction(async (tx): Promise<Result<Relation>> => {
    await lockPair(tx, uid, targetUid);
    const target = await findTarget(tx, uid, targetUid);
    if (target === undefined || target.hidden) return fail({ code: 'not-found' });
    const before = await relationOf(tx, uid, targetUid);
    if (before.favourite === wanted) return ok(before);
    if (wanted) {
      if (target.blocked) return fail({ code: 'forbidden' });
      // Serialize concurrent additions, which could each take the last free place.
      await tx.execute(sql`select pg_advisory_xact_lock(${FAVOURITES_LOCK}, hashtext(${String(uid)}))`);
      if ((await countFavourites(tx, uid)) >= FAVOURITES_MAX) {
        return fail({ code: 'bad-request', detail: `favourite: there are ${FAVOURITES_MAX} already` });
      }
      await tx.insert(favourite).values({ uid, targetUid });
    } else {
      await tx.delete(favourite).where(and(eq(favourite.uid, uid), eq(favourite.targetUid, targetUid)));
    }
    await announceRelation(tx, uid, targetUid);
    return ok(await relationOf(tx, uid, targetUid));
  });
}

/** Number of accounts that this account has as favourites, for the limit `FAVOURITES_MAX`. */
export async function countFavourites(db: Queries, uid: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(favourite).where(eq(favourite.uid, uid));
  return row?.count ?? 0;
}
