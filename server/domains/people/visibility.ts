import { and, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { accountSettings } from './tables.ts';

/**
 * Returns those of these accounts that hide their presence (setting `lastSeen` off) and so appear as offline. `is_seen_online` in the
 * migrations is the same rule for indexes.
 */
export async function findHiddenPresence(db: Queries, uids: readonly number[]): Promise<Set<number>> {
  if (uids.length === 0) return new Set();
  const rows = await db
    .select({ uid: accountSettings.uid })
    .from(accountSettings)
    .where(and(inArray(accountSettings.uid, [...uids]), sql`${accountSettings.changed} -> 'lastSeen' = 'false'`));
  return new Set(rows.map(({ uid }) => uid));
}
