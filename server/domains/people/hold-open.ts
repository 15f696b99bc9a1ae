import { and, inArray, isNull } from 'drizzle-orm';
import { account } from '../../platform/database/account.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/**
 * Keeps these accounts open until the transaction ends: whoever closes one of them waits, and then sees what was begun. False where one
 * is closed; of two at once either the closing or this is refused. Taken before wallets.
 */
export async function holdOpen(tx: Transaction, uids: readonly number[]): Promise<boolean> {
  const open = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(and(inArray(account.uid, [...uids]), isNull(account.closedAt)))
    .orderBy(account.uid)
    .for('key share');
  return open.length === new Set(uids).size;
}
