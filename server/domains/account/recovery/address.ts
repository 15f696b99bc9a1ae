import { and, eq, ne } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/connect.ts';
import { recoveryEmail } from './tables.ts';

/** The verified address that recovers an account; undefined if it has none. */
export async function findRecoveryEmail(db: Queries, uid: number): Promise<string | undefined> {
  const [found] = await db
    .select({ address: recoveryEmail.address })
    .from(recoveryEmail)
    .where(eq(recoveryEmail.uid, uid));
  return found?.address;
}

/** The account that an address recovers; undefined if there is none. */
export async function findRecoverable(db: Queries, address: string): Promise<number | undefined> {
  const [found] = await db
    .select({ uid: recoveryEmail.uid })
    .from(recoveryEmail)
    .where(eq(recoveryEmail.address, address));
  return found?.uid;
}

/** Whether an address recovers another account than this one. */
export async function isOfAnother(db: Queries, address: string, uid: number): Promise<boolean> {
  const others = await db
    .select({ uid: recoveryEmail.uid })
    .from(recoveryEmail)
    .where(and(eq(recoveryEmail.address, address), ne(recoveryEmail.uid, uid)));
  return others.length > 0;
}
