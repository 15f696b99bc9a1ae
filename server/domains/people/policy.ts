import { and, eq, isNull, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import type { Settings } from '../../../contract/account/settings.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { SenderPolicy } from '../../platform/edge/ports.ts';
import { pushToken } from '../push/queue/tables.ts';
import { listClosedTo } from './closed-countries.ts';
import { completeSettings } from './settings.ts';
import { accountSettings, block, friendship, messageLock } from './tables.ts';

/** Loads the facts of an account by which the edge checks messages from and to it. Undefined if the account does not exist or is closed. */
export async function loadSenderPolicy(db: Queries, uid: number): Promise<SenderPolicy | undefined> {
  const [found] = await db
    .select({
      nickName: account.nickName,
      role: account.role,
      adult: sql<boolean>`${account.birthDate} is not null`,
      lockedUntil: messageLock.until,
      changed: accountSettings.changed,
      reach: sql<boolean>`exists (select from ${pushToken} where ${pushToken.uid} = ${account.uid})`,
    })
    .from(account)
    .leftJoin(messageLock, eq(messageLock.uid, account.uid))
    .leftJoin(accountSettings, eq(accountSettings.uid, account.uid))
    .where(and(eq(account.uid, uid), isNull(account.closedAt)));
  if (found === undefined) return undefined;
  const { changed, ...policy } = found;
  const settings = completeSettings(changed ?? {});
  const admits = whoMayWrite(found.role, settings);
  return {
    ...policy,
    blockedBy: await listBlockedBy(db, uid),
    blocks: await listBlocks(db, uid),
    readReceipt: settings.readReceipt,
    admits,
    friends: admits === 'friends' ? new Set(await listFriends(db, uid)) : new Set(),
  };
}

/** Returns who may write to an account, by its settings: everyone, friends and hosts, or no user. To hosts everyone may write. */
function whoMayWrite(role: number, { strangers, privateMessages }: Settings): SenderPolicy['admits'] {
  if (role === ROLE_ANCHOR) return 'everyone';
  return strangers === 'everyone' && !privateMessages ? 'friends' : strangers;
}

async function listFriends(db: Queries, uid: number): Promise<number[]> {
  const rows = await db.select({ uid: friendship.targetUid }).from(friendship).where(eq(friendship.uid, uid));
  return rows.map((row) => row.uid);
}

/** Uids of the accounts that this account blocked. */
export async function listBlocks(db: Queries, uid: number): Promise<number[]> {
  const rows = await db.select({ uid: block.blockedUid }).from(block).where(eq(block.ownerUid, uid));
  return rows.map((row) => row.uid);
}

/** Uids of the accounts that blocked this account, and of the hosts who are closed to its country. */
async function listBlockedBy(db: Queries, uid: number): Promise<number[]> {
  const rows = await db.select({ uid: block.ownerUid }).from(block).where(eq(block.blockedUid, uid));
  return [...rows.map((row) => row.uid), ...(await listClosedTo(db, uid))];
}
