import { and, eq, isNull } from 'drizzle-orm';
import { deviceToken } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';

/** The owner of a reward claim that stands for the account itself, as stored in `reward_claim`. */
export const ownerOfUid = (uid: number): string => `uid:${uid}`;

/**
 * The owners for which a reward claim of this account is recorded: the account and each device where it is signed in. Sorted, so that
 * concurrent transactions lock rows in the same order.
 */
export async function ownersOf(db: Queries, uid: number): Promise<readonly string[]> {
  const rows = await db
    .select({ device: deviceToken.device })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), isNull(deviceToken.revokedAt)));
  return [...new Set([ownerOfUid(uid), ...rows.map(({ device }) => `device:${device}`)])].sort();
}
