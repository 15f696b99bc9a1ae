import { eq } from 'drizzle-orm';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';

/** Whether an account has at least one paid order that was not completely reversed; shown to its user in `userPayInfo`. */
export async function hasEverPaid(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db.select({ paid: account.paid }).from(account).where(eq(account.uid, uid));
  return found?.paid ?? false;
}
