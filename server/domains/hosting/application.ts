import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { ROLE_ANCHOR, ROLE_USER } from '../../../contract/account/rules.ts';
import { HOST_CLIP_DECIDED_DAYS, HOST_CLIP_MAX_MS, HOST_CLIP_WAITING_DAYS } from '../../../contract/hosting/rules.ts';
import { LENGTH_SLACK_MS } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { media } from '../media/tables.ts';
import { announceProfile } from '../people/notify.ts';
import { anchor, profile } from '../people/tables.ts';
import { missingParts, priceBounds } from './hosting.ts';
import { findIdentity, mayApplyWith } from './identity/identity.ts';
import { hostApplication, hostClip, type SuspendedListing } from './tables.ts';

type Application = typeof hostApplication.$inferSelect;

/** An application as the operator's list shows it. */
export type WaitingApplication = { readonly uid: number; readonly nickName: string; readonly appliedAt: Date };

/** Contents of a submission. `clip`: id of a private clip; undefined: the application keeps the one that it has. */
type Submission = {
  readonly rulesVersion: number;
  readonly clip?: string | undefined;
  readonly needsIdentity: boolean;
};

/**
 * Submits an application, or submits it again; one that still waits gets a new time, and the new clip if there is one. `conflict`: the
 * account is a host, is suspended, its profile lacks a part, or it needs an identity check that is not completed.
 * `gone`: the clip is not a private clip of the account, or it was deleted.
 */
export async function submitApplication(
  db: Queries,
  uid: number,
  { rulesVersion, clip, needsIdentity }: Submission,
): Promise<Result<undefined>> {
  const [own] = await db
    .select({ profile, role: account.role })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(eq(account.uid, uid));
  if (own?.role !== ROLE_USER || missingParts(own.profile).length > 0) return fail({ code: 'conflict' });
  if (needsIdentity && !mayApplyWith(await findIdentity(db, uid))) return fail({ code: 'conflict' });
  if (clip !== undefined && !(await isOwnClip(db, uid, clip))) return fail({ code: 'gone' });
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
  if (written.length === 0) return fail({ code: 'conflict' });
  if (clip !== undefined) {
    const replaced = await db.select({ id: hostClip.mediaId }).from(hostClip).where(eq(hostClip.uid, uid));
    await db
      .insert(hostClip)
      .values({ uid, mediaId: clip })
      .onConflictDoUpdate({ target: hostClip.uid, set: { mediaId: clip } });
    for (const { id } of replaced) if (id !== clip) await keepClip(db, id, 0);
  }
  await keepClipOf(db, uid, HOST_CLIP_WAITING_DAYS);
  return ok(undefined);
}

/** Whether the file is a private clip of the account, not longer than an application's may be, that is not deleted and in no message. */
async function isOwnClip(db: Queries, uid: number, id: string): Promise<boolean> {
  const { ownerUid, purpose, kind, ms, goneAt, sentAt } = media;
  const isShort = sql`${ms} <= ${HOST_CLIP_MAX_MS + LENGTH_SLACK_MS}`;
  const [found] = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        eq(media.id, id),
        eq(ownerUid, uid),
        eq(purpose, 'chat'),
        eq(kind, 'clip'),
        isShort,
        isNull(goneAt),
        isNull(sentAt),
      ),
    )
    .for('update');
  return found !== undefined;
}

/** Sets for how many days the file of a clip is stored from now on, unless a message contains it. */
async function keepClip(db: Queries, id: string, days: number): Promise<void> {
  await db
    .update(media)
    .set({ keptUntil: sql`now() + make_interval(days => ${days})` })
    .where(and(eq(media.id, id), isNull(media.sentAt)));
}

/** Sets for how many days the clip of an account's application is stored from now on, if it has one. */
async function keepClipOf(db: Queries, uid: number, days: number): Promise<void> {
  const clips = await db.select({ id: hostClip.mediaId }).from(hostClip).where(eq(hostClip.uid, uid));
  for (const { id } of clips) await keepClip(db, id, days);
}

/** Finds the clip of an account's application, for a moderator; undefined if it has none, or its file was deleted. */
export async function findClip(
  db: Queries,
  uid: number,
): Promise<{ readonly id: string; readonly ms: number } | undefined> {
  const [found] = await db
    .select({ id: media.id, ms: media.ms })
    .from(hostClip)
    .innerJoin(media, eq(media.id, hostClip.mediaId))
    .where(and(eq(hostClip.uid, uid), isNull(media.goneAt)));
  return found && { id: found.id, ms: found.ms ?? 0 };
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

/** Reads the application of an account and locks its row for the transaction; undefined if there is none. */
export async function lockApplication(tx: Transaction, uid: number): Promise<Application | undefined> {
  const [found] = await tx.select().from(hostApplication).where(eq(hostApplication.uid, uid)).for('update');
  return found;
}

type Acceptance = { readonly by: string; readonly site: SiteSettings; readonly needsIdentity: boolean };

/**
 * Makes the applicant a host at the lowest price, listed at once. `by`: the entry in the operator log. `not-waiting`: no application waits.
 * `not-verified`: with `needsIdentity`, the identity is not verified.
 */
export async function acceptApplication(
  tx: Transaction,
  uid: number,
  { by, site, needsIdentity }: Acceptance,
): Promise<'accepted' | 'not-waiting' | 'not-verified'> {
  if ((await lockApplication(tx, uid))?.state !== 'submitted') return 'not-waiting';
  if (needsIdentity && (await findIdentity(tx, uid))?.state !== 'verified') return 'not-verified';
  await setState(tx, uid, { state: 'accepted', reason: '', reviewedBy: by });
  return (await list(tx, uid, { price: priceBounds(site).min })) ? 'accepted' : 'not-waiting';
}

/** Returns or declines a waiting application, with a reason for the applicant. False: no application waits. */
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

/** Lists a suspended host again with the former listing (`SuspendedListing`). False: the account is not suspended. */
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
  // The clip stays for some days after a decision: an applicant who is asked for changes may apply again with it.
  await keepClipOf(tx, uid, HOST_CLIP_DECIDED_DAYS);
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
