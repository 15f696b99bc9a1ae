import { and, eq, isNull } from 'drizzle-orm';
import type { Output } from '../../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../../contract/endpoints.ts';
import type { ProfileChange, ProfileFields } from '../../../../contract/people/people.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { completeSettings } from '../settings.ts';
import { accountSettings, profile } from '../tables.ts';
import { blocksBetween } from '../target.ts';

/** The own profile with all private fields and settings, as the endpoint `profile` returns it. */
export type Profile = Output<Endpoints['profile']>;

/** Columns of all profile fields that the owner may change, for queries of the own profile and of vCards. */
export const profileColumns = {
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
};

/**
 * Loads the whole profile, for its owner only: phone, email, postal address and settings are private. `not-found` for an unknown account.
 */
export async function loadProfile(db: Queries, uid: number): Promise<Result<Profile>> {
  const [found] = await db
    .select({ uid: account.uid, ...profileColumns, changed: accountSettings.changed })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .leftJoin(accountSettings, eq(accountSettings.uid, account.uid))
    .where(eq(account.uid, uid));
  if (found === undefined) return fail({ code: 'not-found' });
  const { changed, albums, videos, ...fields } = found;
  return ok({ ...fields, albums: [...albums], videos: [...videos], settings: completeSettings(changed ?? {}) });
}

/** Whether gender and birthday are set; a login returns it as `completeUserInfoCheck`, so that the client need not ask for them. */
export async function isProfileComplete(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db
    .select({ gender: profile.gender, bDay: profile.bDay })
    .from(profile)
    .where(eq(profile.uid, uid));
  return found !== undefined && found.gender !== '' && found.bDay !== '';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isDateInThePast(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // Date accepts 30 February as a day in March, so the date must format back to the same text.
  return DAY.test(day) && date.getTime() < Date.now() && date.toISOString().startsWith(day);
}

/** Age in whole years at `now`, from a birthday `YYYY-MM-DD` (product 5.6); -1 if the date is missing, invalid or in the future. */
export function ageOf(bDay: string, now: Date): number {
  if (!isDateInThePast(bDay)) return -1;
  const born = new Date(`${bDay}T00:00:00Z`);
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const birthdayThisYear = Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate());
  return now.getTime() < birthdayThisYear ? years - 1 : years;
}

/**
 * The vCard of an account as `askerUid` may see it: phone, email and postal address only for the owner, only the name if the asker blocked
 * the account. Undefined if the account does not exist, is closed, or has blocked the asker.
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
