import { and, eq, isNull } from 'drizzle-orm';
import { deviceToken } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';

export const ownerOfUid = (uid: number): string => `uid:${uid}`;

/** Whose claims count against a claim of this account: its own and those of each device where it is signed in. Sorted, so that all lock alike. */
export async function ownersOf(db: Queries, uid: number): Promise<readonly string[]> {
  const rows = await db
    .select({ device: deviceToken.device })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), isNull(deviceToken.revokedAt)));
  return [...new Set([ownerOfUid(uid), ...rows.map(({ device }) => `device:${device}`)])].sort();
}
