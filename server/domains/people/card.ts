import { and, eq, isNull } from 'drizzle-orm';
import type { ProfileChange, ProfileFields } from '../../../contract/people/people.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { profileColumns } from './profile.ts';
import { profile } from './tables.ts';
import { blocksBetween } from './target.ts';

/**
 * The vCard of an account as `askerUid` may see it: phone, email and postal address only for the owner, only the name if the caller
 * blocked the account. Undefined if the account does not exist, is closed, or has blocked the caller.
 */
export async function loadCard(db: Queries, askerUid: number, uid: number): Promise<ProfileChange | undefined> {
  const [found] = await db
    .select(profileColumns)
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(and(eq(account.uid, uid), isNull(account.closedAt)));
  if (found === undefined || askerUid === uid) return found;
  const owners = await blocksBetween(db, askerUid, uid);
  if (owners.includes(uid)) return undefined;
  if (owners.includes(askerUid)) return { nickName: found.nickName };
  const { tel: _tel, email: _email, address: _address, ...shown } = found satisfies ProfileFields;
  return shown;
}
