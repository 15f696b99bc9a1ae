import { and, eq, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { ROLE_OFFICIAL } from '../../../contract/account/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { isClosedTo } from './closed-countries.ts';
import { block } from './tables.ts';

/** First key of the advisory locks taken here; distinct from those of other modules. */
const PAIR_LOCK = 4_600_002;

/**
 * Serializes changes of relations between two accounts in both directions until the end of the transaction, so that accepting a request
 * cannot interleave with a block. Other pairs do not wait. A transaction that locks several pairs must do so in ascending order of uid.
 */
export async function lockPair(tx: Transaction, one: number, other: number): Promise<void> {
  const pair = `${Math.min(one, other)}:${Math.max(one, other)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(${PAIR_LOCK}, hashtext(${pair}))`);
}

type Target = {
  readonly role: number;
  /** The asking user blocked this account or, as a host, is closed to its country (`isClosedTo`). */
  readonly blocked: boolean;
  /** This account blocked the asking user or, as a host's, is closed to their country; to them it must appear not to exist. */
  readonly hidden: boolean;
};

/**
 * The account that the user `uid` acts on (relation, gift, report), with the blocks between them. Undefined for an unknown or closed
 * account, the team's account, and the user's own.
 */
export async function findTarget(db: Queries, uid: number, targetUid: number): Promise<Target | undefined> {
  const [found] = await db
    .select({ role: account.role })
    .from(account)
    .where(and(eq(account.uid, targetUid), ne(account.role, ROLE_OFFICIAL), isNull(account.closedAt)));
  if (found === undefined || targetUid === uid) return undefined;
  const owners = await blocksBetween(db, uid, targetUid);
  return { role: found.role, blocked: owners.includes(uid), hidden: owners.includes(targetUid) };
}

/** Whether either of the two accounts blocked the other, or is closed to its country. */
export async function isBlockBetween(db: Queries, one: number, other: number): Promise<boolean> {
  return (await blocksBetween(db, one, other)).length > 0;
}

/**
 * SQL condition that `owner` blocked `other` or, as a host, is closed to the country of `other`: the only place that decides it for two
 * accounts. Subqueries per row, without a join: see `selectAnchors`.
 */
export const hasBlocked = (owner: SQLWrapper | number, other: SQLWrapper | number): SQL<boolean> =>
  sql<boolean>`coalesce((select true from ${block} where ${block.ownerUid} = ${owner} and ${block.blockedUid} = ${other}),
    ${isClosedTo(owner, other)})`;

/** SQL condition that one of two accounts blocked the other, or is closed to its country (`hasBlocked`). */
export const isBlockedPair = (one: SQLWrapper | number, other: SQLWrapper | number): SQL<boolean> =>
  sql<boolean>`(${hasBlocked(one, other)} or ${hasBlocked(other, one)})`;

/** Uids of those of the two accounts who blocked the other, or are closed to its country; empty without either. */
export async function blocksBetween(db: Queries, one: number, other: number): Promise<number[]> {
  const { rows } = await db.execute<{ one: boolean; other: boolean }>(
    sql`select ${hasBlocked(one, other)} as one, ${hasBlocked(other, one)} as other`,
  );
  return [one, other].filter((_uid, index) => (index === 0 ? rows[0]?.one : rows[0]?.other));
}

/**
 * Loads all blocks between two sets of accounts, and whether they are closed to each other's countries; the returned function tests one
 * pair, in both directions.
 */
export async function blocksAmong(
  db: Queries,
  some: readonly number[],
  others: readonly number[],
): Promise<(one: number, other: number) => boolean> {
  if (some.length === 0 || others.length === 0) return () => false;
  const { rows } = await db.execute<{ one: string; two: string }>(sql`
    select one, two from unnest(${sql.param([...some])}::bigint[]) as one, unnest(${sql.param([...others])}::bigint[]) as two
    where ${isBlockedPair(sql`one`, sql`two`)}`);
  const pairs = new Set(rows.map(({ one, two }) => `${one} ${two}`));
  return (one, other) => pairs.has(`${one} ${other}`) || pairs.has(`${other} ${one}`);
}
