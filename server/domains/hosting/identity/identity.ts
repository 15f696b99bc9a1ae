import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { HOUR_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { type Identity, type IdentityState, legalName } from '../../../../contract/hosting/identity.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { foldText } from '../../../../contract/text/fold-text.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/connect.ts';
import type { UserCaller } from '../../../platform/http/callers.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { announceProfile } from '../../people/notify.ts';
import { openFor, sealFor } from '../personal-data.ts';
import { hostIdentity } from '../tables.ts';
import type { IdentityProblem, IdentityProvider, IdentitySnapshot } from './provider.ts';

/** An identity check as it is stored. */
export type IdentityRow = typeof hostIdentity.$inferSelect;

/** Dependencies of identity checks. `key` encrypts the stated name (`loadPersonalKey`). */
export type IdentityDeps = {
  readonly provider: IdentityProvider;
  readonly key: Buffer;
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
};

const OPEN: readonly IdentityState[] = ['started', 'processing'];
/** States with which an application may be submitted. */
const MAY_APPLY: readonly IdentityState[] = ['processing', 'verified', 'review'];
const ASK_EVERY_MS = MINUTE_MS;
/** Interval after which the provider is asked about an open check again, without a webhook. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** A session that is still `started` after this time is asked about only after a webhook, or when the applicant continues. */
const GIVEN_UP_AFTER_MS = 48 * HOUR_MS;
const ASKED_AT_ONCE = 20;
/** `askedAt` of a session about which a webhook arrived. */
const DUE_NOW = new Date(0);

/** Reads the identity check of an account; undefined if none was started. */
export async function findIdentity(db: Queries, uid: number): Promise<IdentityRow | undefined> {
  const [found] = await db.select().from(hostIdentity).where(eq(hostIdentity.uid, uid));
  return found;
}

/** An identity check as its applicant sees it. */
export const toIdentity = (row: IdentityRow | undefined): Identity =>
  row ? { state: row.state, problem: row.problem } : { state: 'none', problem: '' };

/** Whether an application may be submitted with this identity check. */
export const mayApplyWith = (row: IdentityRow | undefined): boolean =>
  row !== undefined && MAY_APPLY.includes(row.state);

/** Whether a check cannot change any more, except by an operator: verified, in review, too young, or decided by an operator. */
const isFinal = ({ state, problem, reviewedBy }: IdentityRow): boolean =>
  state === 'verified' || state === 'review' || problem === 'age' || reviewedBy !== '';

/** SQL condition: the provider can still change the check. */
const CAN_CHANGE = sql`${hostIdentity.state} in ('started', 'processing', 'declined') and ${hostIdentity.problem} not in ('age', 'operator')`;

/**
 * Starts the identity check of the requesting user, or continues the one that is not finished, and returns the provider's page. Stores the
 * stated name, with which the document is compared. `conflict`: the check is final, or the provider has nothing left to ask.
 */
export async function startIdentity(
  deps: IdentityDeps,
  { uid, origin, once }: Pick<UserCaller, 'uid' | 'origin' | 'once'>,
  name: string,
): Promise<Result<{ url: string }>> {
  const { provider, key, db, clock } = deps;
  if (!once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
  const sealedName = sealFor(key, uid, { name });
  const known = await findIdentity(db, uid);
  if (known && isFinal(known)) return fail({ code: 'conflict' });
  const snapshot = known && (await provider.read(known.ref, clock.now()));
  if (known && snapshot && snapshot.state !== 'gone') {
    if (snapshot.url === '' || snapshot.uid !== uid) {
      await applySnapshot(deps, known.ref, snapshot);
      return fail({ code: 'conflict' });
    }
    const set = { sealedName, state: 'started', problem: '', askedAt: new Date(clock.now()) } as const;
    await db
      .update(hostIdentity)
      .set(set)
      .where(and(eq(hostIdentity.ref, known.ref), CAN_CHANGE));
    return ok({ url: snapshot.url });
  }
  const { ref, url } = await provider.open({ uid, returnUrl: `${origin}/host` }, `identity:${uid}:${once.operation}`);
  const at = new Date(clock.now());
  const fresh = {
    ref,
    sealedName,
    state: 'started',
    problem: '',
    nameMatches: null,
    startedAt: at,
    askedAt: at,
  } as const;
  await db
    .insert(hostIdentity)
    .values({ uid, ...fresh })
    // A check that became final meanwhile is not replaced.
    .onConflictDoUpdate({
      target: hostIdentity.uid,
      set: fresh,
      setWhere: CAN_CHANGE,
    });
  return ok({ url });
}

/** Asks the provider for the state of a session and stores it. A session that is not the latest of an account changes nothing. */
export async function syncIdentity(deps: IdentityDeps, ref: string): Promise<void> {
  const snapshot = await deps.provider.read(ref, deps.clock.now());
  await applySnapshot(deps, ref, snapshot ?? { uid: undefined, state: 'gone', problem: '', name: '', url: '' });
}

/** Stores the state of a session, unless the check is final. An unchanged state is not announced. */
async function applySnapshot(deps: IdentityDeps, ref: string, snapshot: IdentitySnapshot): Promise<void> {
  const { key, db, clock, log } = deps;
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(hostIdentity).where(eq(hostIdentity.ref, ref)).for('update');
    if (!row || isFinal(row)) return;
    if (snapshot.state !== 'gone' && snapshot.uid !== row.uid) {
      log.warn({ uid: row.uid }, 'identity session names another account');
      // Otherwise the job would ask about it in each run.
      await tx
        .update(hostIdentity)
        .set({ askedAt: new Date(clock.now()) })
        .where(eq(hostIdentity.uid, row.uid));
      return;
    }
    const { state, problem, nameMatches } = outcomeOf(row, snapshot, key);
    const isEnd = !OPEN.includes(state);
    const at = new Date(clock.now());
    await tx
      .update(hostIdentity)
      .set({
        state,
        problem,
        nameMatches,
        askedAt: at,
        endedAt: isEnd ? at : null,
        // The stated name is kept at a declined check that may still be continued on the provider's page.
        ...(isFinal({ ...row, state, problem }) && { sealedName: '' }),
      })
      .where(eq(hostIdentity.uid, row.uid));
    if (state !== row.state) await announceProfile(tx, row.uid, 'own');
  });
}

type StoredOutcome = Pick<IdentityRow, 'state' | 'problem' | 'nameMatches'>;

function outcomeOf(row: IdentityRow, { state, problem, name }: IdentitySnapshot, key: Buffer): StoredOutcome {
  // The applicant can start a new session.
  if (state === 'gone') return { state: 'declined', problem: 'other', nameMatches: null };
  if (state !== 'verified') return { state, problem, nameMatches: null };
  const nameMatches = isSameName(statedNameOf(row, key), name);
  return nameMatches ? { state, problem: '', nameMatches } : { state: 'review', problem: 'name', nameMatches };
}

/** The stated name; '' if it cannot be read, because the key was lost: the operator then reviews the check. */
function statedNameOf({ uid, sealedName }: IdentityRow, key: Buffer): string {
  try {
    return v.parse(v.object({ name: legalName }), openFor(key, uid, sealedName)).name;
  } catch {
    return '';
  }
}

const wordsOf = (name: string) =>
  foldText(name)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');

/**
 * Whether a stated name is the one of a document, regardless of case, accents and order: two or more words, each in the document, which may
 * have further first names; or all words of a document with one.
 */
export function isSameName(stated: string, document: string): boolean {
  const [own, all] = [wordsOf(stated), wordsOf(document)];
  return own.length >= Math.min(2, all.length) && own.length > 0 && own.every((word) => all.includes(word));
}

/**
 * Marks a session as due, so that the job asks about it even when this process ends now. False: no account has it, or its check is final.
 */
export async function markDue(db: Queries, ref: string): Promise<boolean> {
  const found = await db
    .update(hostIdentity)
    .set({ askedAt: DUE_NOW })
    .where(and(eq(hostIdentity.ref, ref), CAN_CHANGE))
    .returning({ ref: hostIdentity.ref });
  return found.length > 0;
}

/** Job that asks the provider about open sessions whose webhook did not arrive, and about sessions that a webhook marked as due. */
export const askForIdentities = (deps: IdentityDeps): Job => ({
  name: 'identities',
  everyMs: ASK_EVERY_MS,
  async run(signal) {
    const { db, clock, log } = deps;
    const now = clock.now();
    const due = await db
      .select({ ref: hostIdentity.ref })
      .from(hostIdentity)
      .where(
        or(
          and(eq(hostIdentity.askedAt, DUE_NOW), CAN_CHANGE),
          and(
            inArray(hostIdentity.state, [...OPEN]),
            lte(hostIdentity.askedAt, new Date(now - ASK_AGAIN_MS)),
            sql`(${hostIdentity.state} = 'processing' or ${hostIdentity.startedAt} > ${new Date(now - GIVEN_UP_AFTER_MS).toISOString()}::timestamptz)`,
          ),
        ),
      )
      .orderBy(asc(hostIdentity.askedAt))
      .limit(ASKED_AT_ONCE);
    for (const { ref } of due) {
      if (signal.aborted) return;
      try {
        await syncIdentity(deps, ref);
      } catch (error) {
        log.warn({ err: error }, 'failed to ask for an identity check');
        // Count a failed request too, so that the next run begins with another session.
        await db
          .update(hostIdentity)
          .set({ askedAt: new Date(now) })
          .where(eq(hostIdentity.ref, ref));
        return;
      }
    }
  },
});

/** Decision of an operator about a check that needs a review. False: it needs none. */
export async function reviewIdentity(
  tx: Transaction,
  uid: number,
  { isVerified, by }: { readonly isVerified: boolean; readonly by: string },
): Promise<boolean> {
  const problem: '' | IdentityProblem = isVerified ? '' : 'operator';
  const set = { state: isVerified ? 'verified' : 'declined', problem, reviewedBy: by, endedAt: sql`now()` } as const;
  const decided = await tx
    .update(hostIdentity)
    .set(set)
    .where(and(eq(hostIdentity.uid, uid), eq(hostIdentity.state, 'review')))
    .returning({ uid: hostIdentity.uid });
  if (decided.length > 0) await announceProfile(tx, uid, 'own');
  return decided.length > 0;
}
