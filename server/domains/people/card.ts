import { and, eq, isNull } from 'drizzle-orm';
import type { ProfileChange, ProfileFields } from '../../../contract/people/people.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { profileColumns } from './profile.ts';
import { profile } from './tables.ts';
import { blocksBetween } from './target.ts';

/**
 * Card of a person, as the caller may see it: telephone, e-mail address and postal address only for their owner.
 * A caller who blocked the person sees only the name. Undefined where the account does not exist, and for a caller who was
 * blocked.
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
