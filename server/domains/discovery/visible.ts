import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { isClosedTo } from '../people/closed-countries.ts';
import { anchor, block } from '../people/tables.ts';

/**
 * SQL condition on a row of `anchor`, in every host list: neither side blocked the other, and the host is not closed to the viewer's
 * country; always true for an anonymous viewer. Subqueries per row: see `selectAnchors`.
 */
export function isVisibleTo(viewer: number | undefined): SQL | undefined {
  if (viewer === undefined) return undefined;
  const { ownerUid: owner, blockedUid: blocked } = block;
  return sql`coalesce((select false from ${block} where ${owner} = ${viewer} and ${blocked} = ${anchor.uid}), true)
    and coalesce((select false from ${block} where ${owner} = ${anchor.uid} and ${blocked} = ${viewer}), true)
    and not ${isClosedTo(anchor.uid, viewer)}`;
}

/**
 * Returns those of these accounts that blocked the viewer, are blocked by the viewer, or are closed to the viewer's country; they appear as
 * offline to the viewer.
 */
export async function blockedAmong(db: Queries, viewer: number, uids: readonly number[]): Promise<Set<number>> {
  if (uids.length === 0) return new Set();
  const rows = await db
    .select({ owner: block.ownerUid, blocked: block.blockedUid })
    .from(block)
    .where(
      or(
        and(eq(block.ownerUid, viewer), inArray(block.blockedUid, [...uids])),
        and(eq(block.blockedUid, viewer), inArray(block.ownerUid, [...uids])),
      ),
    );
  const { rows: closed } = await db.execute<{ uid: string }>(
    sql`select asked.uid from unnest(${sql.param([...uids])}::bigint[]) as asked(uid) where ${isClosedTo(sql`asked.uid`, viewer)}`,
  );
  return new Set([
    ...rows.map(({ owner, blocked }) => (owner === viewer ? blocked : owner)),
    ...closed.map(({ uid }) => Number(uid)),
  ]);
}
