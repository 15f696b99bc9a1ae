import { eq } from 'drizzle-orm';
import type { ProfileChange, ProfileFields } from '../../contract/people/people.ts';
import { account } from '../database/account.ts';
import type { Queries } from '../database/connect.ts';
import { profile } from './tables.ts';
import { blocksBetween } from './target.ts';

/**
 * The card of somebody, as the asker may see it: telephone, e-mail address and postal address only by their owner.
 * Whoever blocked somebody sees the name, to know whom, and nothing else. Undefined where nobody is, and for whoever was
 * blocked.
 */
export async function loadCard(db: Queries, askerUid: number, uid: number): Promise<ProfileChange | undefined> {
  const [found] = await db
    .select({
      nickName: account.nickName,
      avatarUrl: profile.avatarUrl,
      about: profile.about,
      gender: profile.gender,
      bDay: profile.bDay,
      country: profile.country,
      lang: profile.lang,
      tel: profile.tel,
      email: profile.email,
      address: profile.address,
      albums: profile.albums,
      videos: profile.videos,
    })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(eq(account.uid, uid));
  if (found === undefined || askerUid === uid) return found;
  const owners = await blocksBetween(db, askerUid, uid);
  if (owners.includes(uid)) return undefined;
  if (owners.includes(askerUid)) return { nickName: found.nickName };
  const { tel: _tel, email: _email, address: _address, ...shown } = found satisfies ProfileFields;
  return shown;
}
