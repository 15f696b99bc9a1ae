import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor } from '../people/tables.ts';
import { isBlockedPair } from '../people/target.ts';

/**
 * SQL condition on a row of `anchor`, in every host list: neither side blocked the other or is closed to its country (`isBlockedPair`);
 * always true for an anonymous viewer.
 */
export function isVisibleTo(viewer: number | undefined): SQL | undefined {
  if (viewer === undefined) return undefined;
  return sql`not ${isBlockedPair(anchor.uid, viewer)}`;
}

/**
 * Returns those of these accounts that form a blocked pair with the viewer (`isBlockedPair`); they appear as offline to the viewer.
 */
export async function blockedAmong(db: Queries, viewer: number, uids: readonly number[]): Promise<Set<number>> {
  if (uids.length === 0) return new Set();
  const { rows } = await db.execute<{ uid: string }>(
    sql`select asked.uid from unnest(${sql.param([...uids])}::bigint[]) as asked(uid) where ${isBlockedPair(sql`asked.uid`, viewer)}`,
  );
  return new Set(rows.map(({ uid }) => Number(uid)));
}
