import { eq } from 'drizzle-orm';
import type { Input } from '../../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../../contract/endpoints.ts';
import { type NickFault, nickFault, typedNick } from '../../../../contract/people/nick.ts';
import { ADULT_AGE_YEARS, NICK_MAX_GRAPHEMES, OLDEST_AGE_YEARS } from '../../../../contract/people/rules.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { isReservedName } from '../../../platform/reserved-names.ts';
import { announcePolicy } from '../closed-countries.ts';
import { findForeignMedia } from '../media.ts';
import { announceProfile } from '../notify.ts';
import { changeSettings } from '../settings.ts';
import { profile } from '../tables.ts';
import { ageOf, loadProfile, type Profile } from './profile.ts';

/** Fields to change in the own profile, as the endpoint `updateProfile` receives them; absent fields stay. */
export type ProfileUpdate = Input<Endpoints['updateProfile']>;

const refuse = (field: string, why: string) => fail({ code: 'bad-request', detail: `${field}: ${why}` } as const);

/**
 * Changes the given fields of the own profile, for the API and vCards, and returns the whole profile. The detail of a refusal begins with
 * the name of the field.
 */
export async function updateProfile(
  db: Queries,
  uid: number,
  { nickName, settings, ...fields }: ProfileUpdate,
): Promise<Result<Profile>> {
  const nick = nickName === undefined ? undefined : typedNick(nickName);
  const fault = nick === undefined ? undefined : nickFault(nick);
  if (fault) return refuse('nickName', WHY_NO_NICK[fault]);
  if (nick !== undefined && isReservedName(nick)) return refuse('nickName', 'is reserved for the team');
  return db.transaction(async (tx): Promise<Result<Profile>> => {
    // Serialize concurrent changes by two devices, for example of the same album.
    const [before] = await tx.select().from(profile).where(eq(profile.uid, uid)).for('update');
    if (before === undefined) return fail({ code: 'not-found' });
    if (fields.bDay && fields.bDay !== before.bDay) {
      const why = whyNoBirthday(fields.bDay, new Date());
      if (why !== undefined) return refuse('bDay', why);
    }
    const foreign = await findForeignMedia(tx, uid, before, fields);
    if (foreign !== undefined) return refuse(foreign, 'is not something you uploaded');
    if (nick !== undefined) await tx.update(account).set({ nickName: nick }).where(eq(account.uid, uid));
    const given = Object.values(fields).some((value) => value !== undefined);
    if (given) await tx.update(profile).set(fields).where(eq(profile.uid, uid));
    // Hosts may be closed to the former country or to the new one.
    if (fields.country !== undefined && fields.country !== before.country) await announcePolicy(tx, uid);
    if (settings !== undefined) await changeSettings(tx, uid, settings);
    const shown = Object.entries(fields).some(([name, value]) => value !== undefined && !OWN_FIELDS.has(name));
    if (shown || nick !== undefined) await announceProfile(tx, uid, 'friends');
    else if (given || settings !== undefined) await announceProfile(tx, uid, 'own');
    return loadProfile(tx, uid);
  });
}

const WHY_NO_NICK: Readonly<Record<NickFault, string>> = {
  blank: 'nothing of it can be seen',
  invisible: 'holds a character that cannot be seen',
  long: `has more than ${NICK_MAX_GRAPHEMES} characters, or too many marks on a letter`,
};

/** Fields that only the owner's devices show; friends are not notified of them. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['tel', 'email', 'address'] satisfies (keyof ProfileUpdate)[]);

/** Why a changed birthday is refused: no date in the past, underage or too old; undefined if valid. */
function whyNoBirthday(bDay: string, now: Date): string | undefined {
  const age = ageOf(bDay, now);
  if (age < 0) return 'must be a day of the calendar in the past';
  if (age < ADULT_AGE_YEARS) return `you must be at least ${ADULT_AGE_YEARS} years old`;
  return age > OLDEST_AGE_YEARS ? `must be of the last ${OLDEST_AGE_YEARS} years` : undefined;
}
