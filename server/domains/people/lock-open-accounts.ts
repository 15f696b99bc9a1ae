import { and, inArray, isNull } from 'drizzle-orm';
import { account } from '../../platform/database/account.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/**
 * Locks these accounts against closing until a money transaction (gift, order, payout) ends. False if one of them is closed; of a
 * concurrent closing and this, one is refused. Call it before locking wallets.
 */
export async function lockOpenAccounts(tx: Transaction, uids: readonly number[]): Promise<boolean> {
  const open = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(and(inArray(account.uid, [...uids]), isNull(account.closedAt)))
    .orderBy(account.uid)
    .for('key share');
  return open.length === new Set(uids).size;
}
