import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/api/endpoints.ts';
import { cleanNick } from '../../contract/nick.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { Queries } from '../database/connect.ts';
import { account, profile } from '../database/schema.ts';

export type Profile = Output<Endpoints['profile']>;

const columns = {
  uid: account.uid,
  nickName: account.nickName,
  avatarUrl: profile.avatarUrl,
  about: profile.about,
  gender: profile.gender,
  bDay: profile.bDay,
  country: profile.country,
  lang: profile.lang,
};

export async function loadProfile(db: Queries, uid: number): Promise<Result<Profile>> {
  const [found] = await db
    .select(columns)
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(eq(account.uid, uid));
  return found === undefined ? fail({ code: 'not-found' }) : ok(found);
}

/** Changes the fields that are given and leaves the others. */
export async function updateProfile(
  db: Queries,
  uid: number,
  { nickName, ...fields }: Input<Endpoints['updateProfile']>,
): Promise<Result<Profile>> {
  const nick = nickName === undefined ? undefined : cleanNick(nickName);
  if (nick === '') return fail({ code: 'bad-request', detail: 'nickName: nothing of it can be seen' });
  if (fields.bDay && !isDateInThePast(fields.bDay)) {
    return fail({ code: 'bad-request', detail: 'bDay: must be a day of the calendar in the past' });
  }
  return db.transaction(async (tx) => {
    if (nick !== undefined) await tx.update(account).set({ nickName: nick }).where(eq(account.uid, uid));
    const given = Object.entries(fields).some(([, value]) => value !== undefined);
    if (given) await tx.update(profile).set(fields).where(eq(profile.uid, uid));
    return loadProfile(tx, uid);
  });
}

/** `completeUserInfoCheck` of a login: gender and birth date are given, so the complete-info panel need not ask. */
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
  // 30 February parses to a day of March, so the text must come back as it was.
  return DAY.test(day) && date.getTime() < Date.now() && date.toISOString().startsWith(day);
}

/** Whole years (section 5); -1 when the date is missing or invalid. */
export function ageOf(bDay: string, now: Date): number {
  if (!isDateInThePast(bDay)) return -1;
  const born = new Date(`${bDay}T00:00:00Z`);
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const birthdayThisYear = Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate());
  return now.getTime() < birthdayThisYear ? years - 1 : years;
}
