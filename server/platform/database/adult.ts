import { eq } from 'drizzle-orm';
import { account } from './account.ts';
import type { Queries } from './connect.ts';

/** Whether the account's birth date is known, which allows calls and uploads; only adult birth dates are stored. */
export async function isAdult(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db.select({ birthDate: account.birthDate }).from(account).where(eq(account.uid, uid));
  return found?.birthDate != null;
}
