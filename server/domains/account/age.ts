import { and, eq, isNull } from 'drizzle-orm';
import { yearsSince } from '../../../contract/account/life.ts';
import { ADULT_AGE_YEARS } from '../../../contract/people/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import { isAdult } from '../../platform/database/adult.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { announceProfile } from '../people/notify.ts';
import { profile } from '../people/tables.ts';
import { refuseUnderage } from './closing.ts';

/**
 * Handles the endpoint `giveAge`: stores the account's birth date, once, also as the birthday of a profile that has none. A date below the
 * minimum age closes the account, blocks the device and is not stored.
 */
export async function giveAge(
  db: Queries,
  uid: number,
  device: string,
  bDay: string,
  now: Date,
): Promise<Result<{ adult: boolean }>> {
  const years = yearsSince(bDay, now.toISOString().slice(0, 10));
  if (years === undefined) return fail({ code: 'bad-request', detail: 'bDay: must be a day of the past' });
  // Ignore a further date for an account that has a birth date, so that it cannot close the account.
  if (await isAdult(db, uid)) return ok({ adult: true });
  if (years < ADULT_AGE_YEARS) {
    await db.transaction((tx) => refuseUnderage(tx, uid, device));
    return ok({ adult: false });
  }
  return db.transaction(async (tx) => {
    const unknown = and(eq(account.uid, uid), isNull(account.birthDate), isNull(account.closedAt));
    // In the order of `editProfile`, which locks the profile before the account.
    await tx.select({ uid: profile.uid }).from(profile).where(eq(profile.uid, uid)).for('update');
    const stored = await tx.update(account).set({ birthDate: bDay }).where(unknown).returning({ uid: account.uid });
    if (stored.length === 0) return (await isAdult(tx, uid)) ? ok({ adult: true }) : fail({ code: 'unauthorized' });
    const isEmpty = and(eq(profile.uid, uid), eq(profile.bDay, ''));
    const filled = await tx.update(profile).set({ bDay }).where(isEmpty).returning({ uid: profile.uid });
    await announceProfile(tx, uid, filled.length > 0 ? 'friends' : 'own');
    return ok({ adult: true });
  });
}
