import { and, asc, eq, lte, ne, or, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../contract/durations.ts';
import type { Payouts } from '../../../../../contract/hosting/payouts.ts';
import { fail, ok, type Result } from '../../../../../contract/result.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Queries } from '../../../../platform/database/connect.ts';
import type { UserCaller } from '../../../../platform/http/callers.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { announceProfile } from '../../../people/notify.ts';
import { profile } from '../../../people/tables.ts';
import { connectedAccount } from '../../tables.ts';
import { mayBeReported, readTaxDetails } from '../yearly.ts';
import type { AccountSnapshot, ConnectProvider } from './provider.ts';

/** Dependencies of payouts by Stripe. `key` decrypts tax details (`loadPersonalKey`). */
export type ConnectDeps = {
  readonly provider: ConnectProvider;
  readonly key: Buffer;
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
};

/** The connected account of a host as it is stored. */
export type ConnectedRow = typeof connectedAccount.$inferSelect;

const ASK_EVERY_MS = MINUTE_MS;
/** Interval after which Stripe is asked again about an account that is not ready, without a webhook. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/**
 * Without a webhook, Stripe is asked about an account for this time after the host opened Stripe's page; later only when the host opens
 * the payouts.
 */
const FOLLOWED_MS = 48 * HOUR_MS;
/** Shortest interval at which an open page makes the server ask. */
const PAGE_ASKS_EVERY_MS = 10 * SECOND_MS;
const ASKED_AT_ONCE = 20;

/** Reads the connected account of a host; undefined if there is none. */
export async function findConnected(db: Queries, uid: number): Promise<ConnectedRow | undefined> {
  const [found] = await db.select().from(connectedAccount).where(eq(connectedAccount.uid, uid));
  return found;
}

/** A connected account as its host sees it. */
export const toConnected = (row: ConnectedRow | undefined): NonNullable<Payouts['connected']> => ({
  state: row?.state ?? 'none',
  last4: row?.last4 ?? '',
});

/** Creates the account of the requesting host at Stripe if there is none, and returns Stripe's page on which it is set up or changed. */
export async function openSetup(
  deps: ConnectDeps,
  { uid, origin, once }: Pick<UserCaller, 'uid' | 'origin' | 'once'>,
): Promise<Result<{ url: string }>> {
  const { provider, db, clock, log } = deps;
  if (once === undefined) return fail({ code: 'forbidden' });
  if (!(await mayBeReported(db, uid))) return fail({ code: 'forbidden' });
  try {
    const known = await findConnected(db, uid);
    // It may have been disconnected, and is then created again.
    const snapshot = known && known.ref !== '' && (await syncAccount(deps, known.ref));
    if (snapshot && snapshot.uid !== uid) return fail({ code: 'conflict' });
    const ref = snapshot && known ? ok(known.ref) : await createAccount(deps, uid);
    if (!ref.ok) return ref;
    const isReady = snapshot ? snapshot.state === 'ready' || snapshot.state === 'checking' : false;
    const url = await provider.openPage(
      ref.value,
      { page: `${origin}/host`, isReady },
      `payout-page:${once.operation}`,
    );
    await db
      .update(connectedAccount)
      .set({ openedAt: new Date(clock.now()) })
      .where(eq(connectedAccount.uid, uid));
    return ok({ url });
  } catch (error) {
    log.warn({ err: error, uid }, 'failed to open the page of a connected account');
    return fail({ code: 'gateway-down' });
  }
}

/**
 * Creates the account of a host at Stripe and returns its id. The key of the creation is stored before the request, so that another tab, or
 * a request after a lost answer, creates no second account. `forbidden`: Stripe refused it.
 */
async function createAccount({ provider, key, db, clock }: ConnectDeps, uid: number): Promise<Result<string>> {
  const details = await readTaxDetails(db, uid, key);
  const [own] = await db.select({ country: profile.country }).from(profile).where(eq(profile.uid, uid));
  const at = new Date(clock.now());
  const country = details?.country ?? own?.country ?? '';
  await db
    .insert(connectedAccount)
    .values({ uid, creation: nanoid(), country, openedAt: at, askedAt: at })
    .onConflictDoNothing();
  const row = await findConnected(db, uid);
  if (!row) return fail({ code: 'conflict' });
  if (row.ref !== '') return ok(row.ref);
  const made = await provider.createAccount({ uid, country: row.country }, `payout-account:${uid}:${row.creation}`);
  const isOpen = and(eq(connectedAccount.uid, uid), eq(connectedAccount.creation, row.creation));
  if (!made.ok) {
    // Delete the refused creation: the next request may name another country.
    await db.delete(connectedAccount).where(and(isOpen, eq(connectedAccount.ref, '')));
    return fail({ code: 'forbidden' });
  }
  await db
    .update(connectedAccount)
    .set({ ref: made.value, state: 'incomplete' })
    .where(and(isOpen, eq(connectedAccount.ref, '')));
  await announceProfile(db, uid, 'own');
  return made;
}

/**
 * Asks Stripe for the state of an account and stores it. Undefined: it is gone, and its row is deleted. An unchanged state is not
 * announced.
 */
export async function syncAccount(
  { provider, db, clock, log }: ConnectDeps,
  ref: string,
): Promise<AccountSnapshot | undefined> {
  const isRow = eq(connectedAccount.ref, ref);
  const [before] = await db.select({ askedAt: connectedAccount.askedAt }).from(connectedAccount).where(isRow);
  const snapshot = await provider.readAccount(ref);
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(connectedAccount).where(isRow).for('update');
    if (!row) return;
    if (snapshot && snapshot.uid !== row.uid) {
      log.warn({ uid: row.uid }, 'connected account names another account');
      return;
    }
    // Another answer was stored meanwhile, or a webhook came: this one may be the older.
    const isLatest = before?.askedAt.getTime() === row.askedAt.getTime();
    const askedAt = new Date(isLatest ? clock.now() : 0);
    if (!snapshot) await tx.delete(connectedAccount).where(isRow);
    else {
      const { state, problem, last4 } = snapshot;
      await tx.update(connectedAccount).set({ state, problem, last4, askedAt }).where(isRow);
    }
    if (snapshot?.state !== row.state || snapshot.last4 !== row.last4) await announceProfile(tx, row.uid, 'own');
  });
  return snapshot;
}

/**
 * Asks Stripe about the account of a host who opened the payouts, unless it is ready or was asked about within `PAGE_ASKS_EVERY_MS`. Does
 * not wait: the announcement of a changed state makes the page fetch it.
 */
export function syncForPage(deps: ConnectDeps, row: ConnectedRow | undefined): void {
  const { clock, log } = deps;
  if (!row || row.ref === '' || row.state === 'ready') return;
  if (row.askedAt.getTime() > clock.now() - PAGE_ASKS_EVERY_MS) return;
  syncAccount(deps, row.ref).catch((error: unknown) =>
    log.warn({ err: error }, 'failed to ask for a connected account'),
  );
}

/** Marks an account as due, so that it is asked about even if this process ends now. False: no host has it. */
export async function markAccountDue(db: Queries, ref: string): Promise<boolean> {
  const found = await db
    .update(connectedAccount)
    .set({ askedAt: new Date(0) })
    .where(eq(connectedAccount.ref, ref))
    .returning({ uid: connectedAccount.uid });
  return found.length > 0;
}

/** Job that asks Stripe about accounts whose webhook did not arrive, or after whose webhook the process ended before it asked. */
export const askForAccounts = (deps: ConnectDeps): Job => ({
  name: 'connected accounts',
  everyMs: ASK_EVERY_MS,
  async run(signal) {
    const { db, clock, log } = deps;
    const now = clock.now();
    const isFollowed = and(
      ne(connectedAccount.state, 'ready'),
      lte(connectedAccount.askedAt, new Date(now - ASK_AGAIN_MS)),
      sql`${connectedAccount.openedAt} > ${new Date(now - FOLLOWED_MS).toISOString()}::timestamptz`,
    );
    const due = await db
      .select({ ref: connectedAccount.ref })
      .from(connectedAccount)
      .where(and(ne(connectedAccount.ref, ''), or(isFollowed, eq(connectedAccount.askedAt, new Date(0)))))
      .orderBy(asc(connectedAccount.askedAt))
      .limit(ASKED_AT_ONCE);
    for (const { ref } of due) {
      if (signal.aborted) return;
      try {
        await syncAccount(deps, ref);
      } catch (error) {
        log.warn({ err: error }, 'failed to ask for a connected account');
        // Count a failed request too, so that the next run begins with another account.
        await db
          .update(connectedAccount)
          .set({ askedAt: new Date(now) })
          .where(eq(connectedAccount.ref, ref));
        return;
      }
    }
  },
});
