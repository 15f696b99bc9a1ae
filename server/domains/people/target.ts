import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { ROLE_OFFICIAL } from '../../../contract/account/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { block } from './tables.ts';

/** Any number that begins no other pair of keys of an advisory lock. */
const PAIR_LOCK = 4_600_002;

/**
 * Changes between two people are serialized, in both directions: "is there a request, then make friends" must
 * not interleave with "block". Other pairs do not wait, however popular one of the two is. Held until the end of the
 * transaction; one that locks several pairs does so in the order of the uids.
 */
export async function lockPair(tx: Transaction, one: number, other: number): Promise<void> {
  const pair = `${Math.min(one, other)}:${Math.max(one, other)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(${PAIR_LOCK}, hashtext(${pair}))`);
}

type Target = {
  readonly role: number;
  /** The caller blocked this person. */
  readonly blocked: boolean;
  /** This person blocked the caller, for whom the account does not exist. */
  readonly hidden: boolean;
};

/** Returns the person an action is about. Undefined for an unknown or closed account, and for one that belongs to no person. */
export async function findTarget(db: Queries, uid: number, targetUid: number): Promise<Target | undefined> {
  const [found] = await db
    .select({ role: account.role })
    .from(account)
    .where(and(eq(account.uid, targetUid), ne(account.role, ROLE_OFFICIAL), isNull(account.closedAt)));
  if (found === undefined || targetUid === uid) return undefined;
  const owners = await blocksBetween(db, uid, targetUid);
  return { role: found.role, blocked: owners.includes(uid), hidden: owners.includes(targetUid) };
}

export async function isBlockBetween(db: Queries, one: number, other: number): Promise<boolean> {
  return (await blocksBetween(db, one, other)).length > 0;
}

/** Returns which of the two blocked the other. */
export async function blocksBetween(db: Queries, one: number, other: number): Promise<number[]> {
  const by = (owner: number, blocked: number) => and(eq(block.ownerUid, owner), eq(block.blockedUid, blocked));
  const rows = await db
    .select({ owner: block.ownerUid })
    .from(block)
    .where(or(by(one, other), by(other, one)));
  return rows.map(({ owner }) => owner);
}

/** Reads the blocks between some people and others at once; the answer asks about one of each. */
export async function blocksAmong(
  db: Queries,
  some: readonly number[],
  others: readonly number[],
): Promise<(one: number, other: number) => boolean> {
  if (some.length === 0 || others.length === 0) return () => false;
  const { ownerUid, blockedUid } = block;
  const rows = await db
    .select({ owner: ownerUid, blocked: blockedUid })
    .from(block)
    .where(
      or(
        and(inArray(ownerUid, [...some]), inArray(blockedUid, [...others])),
        and(inArray(blockedUid, [...some]), inArray(ownerUid, [...others])),
      ),
    );
  const pairs = new Set(rows.map(({ owner, blocked }) => `${owner} ${blocked}`));
  return (one, other) => pairs.has(`${one} ${other}`) || pairs.has(`${other} ${one}`);
}
