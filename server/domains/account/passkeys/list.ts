import { and, desc, eq, ne } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/connect.ts';
import { passkey } from './tables.ts';

/** Passkeys of an account, the newest first: hash, platform, browser, and when they were added and last used. */
export async function listPasskeys(db: Queries, uid: number) {
  const { hash, platform, browser, createdAt, usedAt } = passkey;
  return db
    .select({ id: hash, platform, browser, madeAt: createdAt, seenAt: usedAt })
    .from(passkey)
    .where(eq(passkey.uid, uid))
    .orderBy(desc(createdAt), hash);
}

/** Removes the passkeys of an account, or all but those that this device added. */
export async function removePasskeys(tx: Queries, uid: number, exceptOf?: { readonly device: string }): Promise<void> {
  await tx
    .delete(passkey)
    .where(and(eq(passkey.uid, uid), exceptOf === undefined ? undefined : ne(passkey.device, exceptOf.device)));
}
