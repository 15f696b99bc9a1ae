import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor, favourite, friendship, personLike } from '../people/tables.ts';

type Tie = typeof personLike | typeof friendship | typeof favourite;

/** Condition: the viewer has no such relation to the host. A subquery per row instead of a join: see `selectAnchors`. */
const hasNo = (table: Tie, viewer: number): SQL =>
  sql`coalesce((select false from ${table} where ${table.uid} = ${viewer} and ${table.targetUid} = ${anchor.uid}), true)`;

/** SQL condition on a row of `anchor`: the viewer does not like the host. */
export const isNotLiked = (viewer: number) => hasNo(personLike, viewer);
/** SQL condition on a row of `anchor`: the viewer and the host are not friends. */
export const isNoFriend = (viewer: number) => hasNo(friendship, viewer);
/**
 * SQL condition on a row of `anchor`: the viewer neither likes nor favours the host, and is not a friend. Such hosts are proposed to the
 * viewer.
 */
export const isNotMet = (viewer: number) => and(isNotLiked(viewer), isNoFriend(viewer), hasNo(favourite, viewer));

/** Number of accounts that like the account, that are its friends, and that favour it, for its contact card. */
export async function countTies(db: Queries, uid: number) {
  const of = async (table: Tie) => {
    const [row] = await db.select({ count: count() }).from(table).where(eq(table.targetUid, uid));
    return row?.count ?? 0;
  };
  // Sequential, because a transaction has a single connection.
  return { likes: await of(personLike), friends: await of(friendship), favourites: await of(favourite) };
}
