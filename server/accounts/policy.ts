import { eq } from 'drizzle-orm';
import type { Queries } from '../database/connect.ts';
import { account, block, messageLock } from '../database/schema.ts';

/** PostgreSQL channel on which the uid of each account whose policy changed is announced (a trigger does it). */
export const POLICY_CHANGED = 'policy_changed';

/** What the edge must know of a sender before it forwards a stanza. */
export type SenderPolicy = {
  readonly nickName: string;
  readonly role: number;
  /** Messages are refused until then; null when not locked. May lie in the past. */
  readonly lockedUntil: Date | null;
  /** Who blocked the sender. */
  readonly blockedBy: readonly number[];
  /** Whom the sender blocked. */
  readonly blocks: readonly number[];
};

/** Undefined when the account does not exist. */
export async function loadSenderPolicy(db: Queries, uid: number): Promise<SenderPolicy | undefined> {
  const [found] = await db
    .select({ nickName: account.nickName, role: account.role, lockedUntil: messageLock.until })
    .from(account)
    .leftJoin(messageLock, eq(messageLock.uid, account.uid))
    .where(eq(account.uid, uid));
  if (found === undefined) return undefined;
  const [blockedBy, blocks] = [await listBlockedBy(db, uid), await listBlocks(db, uid)];
  return { ...found, blockedBy, blocks };
}

/** Whom this account blocked. */
export async function listBlocks(db: Queries, uid: number): Promise<number[]> {
  const rows = await db.select({ uid: block.blockedUid }).from(block).where(eq(block.ownerUid, uid));
  return rows.map((row) => row.uid);
}

async function listBlockedBy(db: Queries, uid: number): Promise<number[]> {
  const rows = await db.select({ uid: block.ownerUid }).from(block).where(eq(block.blockedUid, uid));
  return rows.map((row) => row.uid);
}
