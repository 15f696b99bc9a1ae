import { eq } from 'drizzle-orm';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';

/** Whether somebody has paid for gems that they have not all given back. */
export async function hasEverPaid(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db.select({ paid: account.paid }).from(account).where(eq(account.uid, uid));
  return found?.paid ?? false;
}
