import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor, block } from '../people/tables.ts';

/**
 * SQL condition on a row of `anchor`, in every host list: neither side blocked the other; always true for an anonymous viewer. Subqueries
 * per row: see `selectAnchors`.
 */
export function isVisibleTo(viewer: number | undefined): SQL | undefined {
  if (viewer === undefined) return undefined;
  const { ownerUid: owner, blockedUid: blocked } = block;
  return sql`coalesce((select false from ${block} where ${owner} = ${viewer} and ${blocked} = ${anchor.uid}), true)
    and coalesce((select false from ${block} where ${owner} = ${anchor.uid} and ${blocked} = ${viewer}), true)`;
}

/** Returns those of these accounts that blocked the viewer or are blocked by the viewer; they appear as offline to the viewer. */
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
  return new Set(rows.map(({ owner, blocked }) => (owner === viewer ? blocked : owner)));
}
