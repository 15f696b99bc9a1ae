import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { ROLE_ANCHOR, ROLE_USER } from '../../../contract/account/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { announceProfile } from '../people/notify.ts';
import { anchor, profile } from '../people/tables.ts';
import { missingParts, priceBounds } from './hosting.ts';
import { hostApplication, type SuspendedListing } from './tables.ts';

type Application = typeof hostApplication.$inferSelect;

/** An application as the operator's list shows it. */
export type WaitingApplication = { readonly uid: number; readonly nickName: string; readonly appliedAt: Date };

/**
 * Submits an application, or submits it again. Repeating it while it waits changes nothing. `conflict`: the account is a host, is
 * suspended, or its profile lacks a part.
 */
export async function submitApplication(db: Queries, uid: number, rulesVersion: number): Promise<Result<undefined>> {
  const [own] = await db
    .select({ profile, role: account.role })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(eq(account.uid, uid));
  if (own?.role !== ROLE_USER || missingParts(own.profile).length > 0) return fail({ code: 'conflict' });
  const fresh = { state: 'submitted', rulesVersion, reason: '', appliedAt: sql`now()`, reviewedBy: '' } as const;
  const written = await db
    .insert(hostApplication)
    .values({ uid, ...fresh })
    .onConflictDoUpdate({
      target: hostApplication.uid,
      set: fresh,
      setWhere: inArray(hostApplication.state, ['submitted', 'returned', 'declined']),
    })
    .returning({ uid: hostApplication.uid });
  return written.length > 0 ? ok(undefined) : fail({ code: 'conflict' });
}

/** The applications that wait for the operator, oldest first. `olderThanMs`: only those that have waited this long. */
export async function waitingApplications(db: Queries, limit: number, olderThanMs = 0): Promise<WaitingApplication[]> {
  const { uid, appliedAt, state } = hostApplication;
  return db
    .select({ uid, nickName: account.nickName, appliedAt })
    .from(hostApplication)
    .innerJoin(account, eq(account.uid, uid))
    .where(and(eq(state, 'submitted'), sql`${appliedAt} <= now() - make_interval(secs => ${olderThanMs / 1_000})`))
    .orderBy(appliedAt)
    .limit(limit);
}

/** The application of an account, locked for the transaction; undefined if there is none. */
export async function lockApplication(tx: Transaction, uid: number): Promise<Application | undefined> {
  const [found] = await tx.select().from(hostApplication).where(eq(hostApplication.uid, uid)).for('update');
  return found;
}

/** Makes the applicant a host at the lowest price, listed at once. `by`: the entry in the operator log. False: it does not wait. */
export async function acceptApplication(
  tx: Transaction,
  uid: number,
  { by, site }: { readonly by: string; readonly site: SiteSettings },
): Promise<boolean> {
  if ((await lockApplication(tx, uid))?.state !== 'submitted') return false;
  await setState(tx, uid, { state: 'accepted', reason: '', reviewedBy: by });
  return list(tx, uid, { price: priceBounds(site).min });
}

/** Answers a waiting application with words to the applicant. False: it does not wait. */
export async function refuseApplication(
  tx: Transaction,
  uid: number,
  state: 'returned' | 'declined',
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  if ((await lockApplication(tx, uid))?.state !== 'submitted') return false;
  await setState(tx, uid, { state, reason, reviewedBy: by });
  await announceProfile(tx, uid, 'own');
  return true;
}

/** Takes a host off all lists; running calls end regularly and are paid. The listing is stored. False: the account is no host. */
export async function suspendHost(
  tx: Transaction,
  uid: number,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const [gone] = await tx.delete(anchor).where(eq(anchor.uid, uid)).returning();
  if (!gone) return false;
  const { price, rank, isSilver, weeklyHours, createdAt } = gone;
  const listing = { price, rank, isSilver, weeklyHours, createdAt: createdAt.toISOString() };
  const set = { state: 'suspended', reason, reviewedBy: by, listing } as const;
  await tx
    .insert(hostApplication)
    .values({ uid, ...set })
    .onConflictDoUpdate({ target: hostApplication.uid, set });
  await tx.execute(sql`delete from closed_host where uid = ${uid}`);
  await tx.update(account).set({ role: ROLE_USER }).where(eq(account.uid, uid));
  await announceProfile(tx, uid, 'friends');
  return true;
}

/** Lists a suspended host again with the former price, rank and weekly hours. False: the account is not suspended. */
export async function reinstateHost(tx: Transaction, uid: number, by: string): Promise<boolean> {
  const listing = (await lockApplication(tx, uid))?.listing;
  if (!listing) return false;
  await setState(tx, uid, { state: 'accepted', reason: '', reviewedBy: by });
  return list(tx, uid, listing);
}

async function setState(
  tx: Transaction,
  uid: number,
  set: Pick<Application, 'state' | 'reason' | 'reviewedBy'>,
): Promise<void> {
  await tx
    .update(hostApplication)
    .set({ ...set, listing: null })
    .where(eq(hostApplication.uid, uid));
}

async function list(
  tx: Transaction,
  uid: number,
  { createdAt, ...listing }: Pick<SuspendedListing, 'price'> & Partial<SuspendedListing>,
): Promise<boolean> {
  const set = tx.update(account).set({ role: ROLE_ANCHOR });
  const changed = await set
    .where(and(eq(account.uid, uid), ne(account.role, ROLE_ANCHOR)))
    .returning({ uid: account.uid });
  if (changed.length === 0) return false;
  await tx.insert(anchor).values({
    uid,
    ...listing,
    ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
    // Calls that still count as recent, so that their minutes can be subtracted when they do not.
    paidMinutesRecent: sql`(select coalesce(sum(posted), 0)::int from call where callee = ${uid} and recent)`,
  });
  await announceProfile(tx, uid, 'friends');
  return true;
}
