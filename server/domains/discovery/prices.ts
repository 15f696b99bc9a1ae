import { and, inArray } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor } from '../people/tables.ts';
import { isVisibleTo } from './visible.ts';

/** Call price per started minute, in gems, of the hosts among these accounts that the viewer may see, by uid. */
export async function pricesOf(db: Queries, viewer: number, uids: readonly number[]): Promise<Map<number, number>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select({ uid: anchor.uid, price: anchor.price })
    .from(anchor)
    .where(and(inArray(anchor.uid, [...uids]), isVisibleTo(viewer)));
  return new Map(rows.map(({ uid, price }) => [uid, price]));
}
