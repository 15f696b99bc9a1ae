import { and, asc, eq, gt, inArray, lt, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Input, Output } from '../../../contract/api/endpoint.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import type { SYSTEM_KEYS } from '../../../contract/chat/official.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { GIFT_SHARE_PERCENT } from '../../../contract/gifts/rules.ts';
import { OPENED_KEPT_DAYS, UNLOCK_CHECK_MS } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../contract/wallet/rules.ts';
import { serverClock } from '../../platform/clock.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { enqueueServiceMessages } from '../chat/service-outbox/enqueue.ts';
import { loadBalances } from '../wallet/balances.ts';
import { hold, move, OURS, post, release, type Unpaid } from '../wallet/ledger.ts';
import { limitReached } from '../wallet/limits.ts';
import { lockWallets } from '../wallet/lock.ts';
import { shareOf } from '../wallet/shares.ts';
import { wallet } from '../wallet/tables.ts';
import type { MediaFolder } from './folder.ts';
import { itemsOfFiles, retentionEnd } from './message-media.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const EVERY_MS = 10_000;
const BATCH = 100;
/** Maximum length of a message id in a service message. */
const MID_CHARS = 64;

/** A row of `media_lock`: the files of a message or of a host's page that open for gems or a gift, also once it is open or void. */
export type Lock = typeof mediaLock.$inferSelect;
/** The answer to `unlockMessage` and `openExclusive`: the files, and the buyer's new balance. */
export type Unlocked = Output<Endpoints['unlockMessage']>;
type LockOutput = Output<Endpoints['unlockedMedia']>['locks'][number];
/**
 * The files of a lock. `isWhole`: all of them still exist and none was revoked. `isTakenBack`: one was revoked, because the content check
 * refused it, or the sender deleted the message for everyone.
 */
type Files = { readonly items: LockOutput['items']; readonly isWhole: boolean; readonly isTakenBack: boolean };

/** Id of the payment for a lock in the ledger: a lock has one, so it is charged at most once. */
const operationOf = ({ id }: Lock) => `unlock:${id}`;
/** The sender's share of what was paid, in percent. A lock without a price is opened by a gift, of which hosts get another share. */
const sharePercentOf = ({ price }: Lock) => (price === null ? GIFT_SHARE_PERCENT : ANCHOR_SHARE_PERCENT);
const subjectOf = ({ id }: Lock) => ({ type: 'media', id }) as const;
const NO_FILES: Files = { items: [], isWhole: false, isTakenBack: false };

/**
 * Loads the files of locks, in message order, and whether all of them still exist in the store; the returned function gives those of one
 * lock, and for a lock without files none, with `isWhole` false. It asks the store about each file, so it runs before a transaction.
 */
export async function filesOf(
  db: Queries,
  folder: MediaFolder,
  lockIds: readonly string[],
): Promise<(lockId: string) => Files> {
  const rows = await db
    .select({ file: media, lockId: mediaShare.lockId, ended: mediaShare.ended })
    .from(mediaShare)
    .innerJoin(media, eq(media.id, mediaShare.mediaId))
    .where(inArray(mediaShare.lockId, [...lockIds]))
    .orderBy(asc(mediaShare.place));
  const areThere = await Promise.all(
    rows.map(
      async ({ file, ended }) => !ended && file.goneAt === null && folder.has(folder.original(file.id, file.kind)),
    ),
  );
  const files = new Map<string, Files>();
  for (const [at, { file, lockId, ended }] of rows.entries()) {
    const before = files.get(lockId ?? '') ?? { items: [], isWhole: true, isTakenBack: false };
    const isWhole = before.isWhole && areThere[at] === true;
    const isTakenBack = before.isTakenBack || ended;
    files.set(lockId ?? '', { items: [...before.items, ...itemsOfFiles([file])], isWhole, isTakenBack });
  }
  return (lockId) => files.get(lockId) ?? NO_FILES;
}

/**
 * Reads the row of a media lock and locks it until the end of the transaction; undefined if there is none. Every transaction locks in
 * this order: media locks, wallets, files.
 */
export async function readLockForUpdate(tx: Queries, lockId: string): Promise<Lock | undefined> {
  const [lock] = await tx.select().from(mediaLock).where(eq(mediaLock.id, lockId)).for('update');
  return lock;
}

/**
 * How a lock was paid. `settled`: the gems are held, or captured already; `gems`: the amount that was paid; `isPending`: the sender earns
 * nothing before the content check.
 */
type Paid = { readonly settled: 'held' | 'posted'; readonly gems: number; readonly isPending: boolean };

/**
 * Opens a lock that was paid with gems or a gift, and whose row this transaction has locked: extends the retention of its files, and
 * notifies both accounts, unless it is an item of a host's page.
 */
export async function openPaidLock(tx: Transaction, lock: Lock, { settled, gems, isPending }: Paid): Promise<void> {
  await tx.update(mediaLock).set({ state: 'opened', settled, openedAt: sql`now()` }).where(eq(mediaLock.id, lock.id));
  const shared = tx.select({ id: mediaShare.mediaId }).from(mediaShare).where(eq(mediaShare.lockId, lock.id));
  // The rows of the files are locked in the order of their ids, so that two locks with the same files cannot deadlock.
  const files = await tx
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, shared))
    .orderBy(media.id)
    .for('update');
  const ids = files.map(({ id }) => id);
  await tx
    .update(media)
    .set({ keptUntil: retentionEnd(OPENED_KEPT_DAYS) })
    .where(inArray(media.id, ids));
  await notifyBothSides(tx, lock, 'opened', {
    paid: gems,
    earned: shareOf(gems, sharePercentOf(lock)).anchor,
    isPending,
  });
}

/**
 * Sends both accounts a service message about a lock: the buyer sees the amount paid, the sender the amount earned and whether it
 * is pending. Sends nothing about an item of a host's page.
 */
async function notifyBothSides(
  tx: Transaction,
  { id, fromUid, toUid, source, mid }: Lock,
  key: (typeof SYSTEM_KEYS)[number],
  { paid, earned, isPending = false }: { readonly paid: number; readonly earned: number; readonly isPending?: boolean },
): Promise<void> {
  if (source === 'page') return;
  // The account rows are locked until commit, so that neither account is deleted before its message is queued.
  const there = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(inArray(account.uid, [fromUid, toUid]))
    .for('key share');
  const stanzaId = nanoid(REQUEST_ID_LENGTH);
  const messages = there.map(({ uid }) => {
    const peer = uid === fromUid ? toUid : fromUid;
    const pending: Record<string, string> = isPending && uid === fromUid ? { pending: '1' } : {};
    const args = { lock: id, of: mid.slice(0, MID_CHARS), gems: `${uid === fromUid ? earned : paid}`, ...pending };
    return { to: uid, peer, stanzaId, payload: { kind: 'system', key, args, about: peer } as const };
  });
  if (messages.length > 0) await enqueueServiceMessages(tx, 'official', messages);
}

/** The result of paying for a lock: open, or why not. */
type Opening = 'open' | 'gone' | 'price-changed' | Unpaid;
/**
 * Facts about a media lock that are known before it is paid: whether all of its files existed (`isWhole`), and whether a content check
 * is configured (`awaitsCheck`).
 */
export type LockFacts = { readonly isWhole: boolean; readonly awaitsCheck: boolean };
/** `shown`: the price in gems that the buyer was shown. It is only compared with the price of the lock, which is charged. */
type Payment = LockFacts & { readonly lockId: string; readonly shown: number };

/**
 * Pays for a lock in gems and opens it, in this transaction: the gems are held until `settle`. An open lock costs nothing more.
 * `isWhole` was determined before the transaction, because the store may be slow; `settle` checks the files again before the gems go to
 * the sender.
 */
export async function payFor(tx: Transaction, { lockId, shown, isWhole, awaitsCheck }: Payment): Promise<Opening> {
  const lock = await readLockForUpdate(tx, lockId);
  if (lock?.state === 'opened') return 'open';
  if (lock?.state !== 'locked' || lock.price === null || !isWhole) return 'gone';
  if (lock.price !== shown) return 'price-changed';
  const outcome = await hold(tx, operationOf(lock), lock.toUid, 'gems', lock.price, subjectOf(lock));
  if (outcome === 'insufficient' || outcome === 'limited' || outcome === 'locked') return outcome;
  if (outcome !== 'done') throw new Error('The gems of a closed lock had moved before');
  const isPending = awaitsCheck && (await isContentUnchecked(tx, lockId));
  await openPaidLock(tx, lock, { settled: 'held', gems: lock.price, isPending });
  return 'open';
}

/** Converts the result of `payFor` to the buyer's answer: the files, or the error. `price`: the price in gems that would be charged now. */
export async function answerOf(
  db: Queries,
  { uid, price, files }: { readonly uid: number; readonly price: number; readonly files: Pick<Files, 'items'> },
  opening: Opening,
): Promise<Result<Unlocked>> {
  if (opening === 'gone') return fail({ code: 'gone' });
  if (opening === 'price-changed') return fail({ code: 'price-changed', price });
  if (opening === 'locked') return fail({ code: 'locked' });
  if (opening === 'limited') return fail(await limitReached(db, uid, serverClock.now()));
  const { gems } = await loadBalances(db, uid);
  if (opening === 'insufficient') {
    return fail({ code: 'gems-insufficient', need: Math.max(1, price - gems), balance: gems });
  }
  return ok({ items: files.items, gemsBalance: gems });
}

/**
 * Handles `unlockMessage`: the recipient opens a message for gems. It is charged once, however often and from however many devices it
 * is requested. `price`: the price in gems that the recipient saw; fails with `price-changed` when another price would be charged.
 */
export async function unlock(
  db: Queries,
  folder: MediaFolder,
  uid: number,
  { lockId, price: shown }: Input<Endpoints['unlockMessage']>,
  awaitsCheck = false,
): Promise<Result<Unlocked>> {
  const [lock] = await db.select().from(mediaLock).where(eq(mediaLock.id, lockId));
  if (lock === undefined || (lock.toUid !== uid && lock.fromUid !== uid)) return fail({ code: 'not-found' });
  if (lock.source !== 'message' || lock.toUid !== uid || lock.price === null) return fail({ code: 'forbidden' });
  const files = (await filesOf(db, folder, [lockId]))(lockId);
  const opening = await db.transaction((tx) => payFor(tx, { lockId, shown, isWhole: files.isWhole, awaitsCheck }));
  if (opening === 'open' && !files.isWhole) {
    await settle(db, folder, lockId, false);
    return fail({ code: 'gone' });
  }
  return answerOf(db, { uid, price: lock.price, files }, opening);
}

/**
 * Answers `unlockedMedia`: reads locks for their sender or recipient. The sender gets the files in each state but `void`, the recipient
 * only once the lock is open. A lock with a missing or revoked file is answered as `void`; if it was open, `settle` gives its gems back
 * first.
 */
export async function readLocks(
  db: Queries,
  folder: MediaFolder,
  uid: number,
  lockIds: readonly string[],
): Promise<LockOutput[]> {
  const locks = await db
    .select()
    .from(mediaLock)
    .where(and(inArray(mediaLock.id, [...lockIds]), or(eq(mediaLock.fromUid, uid), eq(mediaLock.toUid, uid))));
  if (locks.length === 0) return [];
  const ids = locks.map(({ id }) => id);
  const find = await filesOf(db, folder, ids);
  const lockStates: LockOutput[] = [];
  for (const { id: lockId, state, fromUid } of locks) {
    const { items, isWhole } = find(lockId);
    if (state === 'opened' && !isWhole) await settle(db, folder, lockId, false);
    const isOver = state === 'void' || !isWhole;
    const maySee = !isOver && (fromUid === uid || state === 'opened');
    lockStates.push({ lockId, state: isOver ? 'void' : state, items: maySee ? items : [] });
  }
  return lockStates;
}

/**
 * Settles the gems of an open lock; called by the job `settleUnlocks` with `isDue`, and without it when a file is missing or revoked.
 * While all files exist, the held gems are captured for the sender if `isDue`: a minute has passed since the opening, and the files
 * have passed the content check, if there is one. When a file is missing before that, they are released to the buyer. When a file is lost
 * after the capture, the house refunds the price once, also if a gift opened the lock. If the file was revoked (by the content check, or
 * because the sender deleted the message), the house takes back what the sender earned, and they owe it the rest; if it was lost
 * otherwise, they retain it. Captured gems are not refunded after the retention time of open files.
 */
export async function settle(db: Queries, folder: MediaFolder, lockId: string, isDue: boolean): Promise<void> {
  const { isWhole, isTakenBack } = (await filesOf(db, folder, [lockId]))(lockId);
  await db.transaction(async (tx: Transaction) => {
    const lock = await readLockForUpdate(tx, lockId);
    if (lock?.state !== 'opened' || lock.openedAt === null) return;
    const { settled, fromUid, toUid } = lock;
    const gift = lock.price === null ? await giftPaidFor(tx, lock) : undefined;
    const price = lock.price ?? gift?.price ?? null;
    const held = { operation: gift?.operation ?? operationOf(lock), uid: toUid };
    const end = (next: Partial<Lock>) => tx.update(mediaLock).set(next).where(eq(mediaLock.id, lockId));
    if (isWhole) {
      if (settled !== 'held' || !isDue) return;
      done(await post(tx, held, fromUid, sharePercentOf(lock)));
      await end({ settled: 'posted' });
      return;
    }
    const isKept = serverClock.now() - lock.openedAt.getTime() < OPENED_KEPT_DAYS * DAY_MS;
    if (price === null || (settled === 'posted' && !isKept)) {
      await end({ state: 'void' });
      return;
    }
    if (settled === 'held') {
      done(await release(tx, held));
      await end({ state: 'void', settled: 'voided' });
      await notifyBothSides(tx, lock, 'givenBack', { paid: gift?.gross ?? price, earned: 0 });
    } else if (settled === 'posted') {
      // The wallets are locked in ascending order of uid, as everywhere, so that transactions do not deadlock.
      for (const uid of [fromUid, toUid].toSorted((a, b) => a - b)) await lockWallets(tx, uid);
      done(await refund(tx, lock, price));
      const owed = isTakenBack ? await clawBack(tx, lock, shareOf(price, sharePercentOf(lock)).anchor) : 0;
      await end({ state: 'void', settled: 'refunded', owed });
      await notifyBothSides(tx, lock, 'givenBack', { paid: price, earned: 0 });
    }
  });
}

/**
 * Returns the gift that opened a lock: the price of one, which is the price of the message, the price of all that were given together
 * (`gross`), and the operation of their transfer (server/domains/gifts/give.ts). Read with plain SQL, because the gifts domain depends on
 * this one.
 */
async function giftPaidFor(tx: Transaction, { id, fromUid, toUid }: Lock) {
  const { rows } = await tx.execute<{ price: number; count: number; op: string }>(
    sql`select price, count, op from gift_sent where to_uid = ${fromUid} and from_uid = ${toUid} and lock_id = ${id}`,
  );
  const [gift] = rows;
  return gift && { price: gift.price, gross: gift.price * gift.count, operation: giftOperationOf(toUid, gift.op) };
}

/**
 * Returns the ledger operation that pays for a gift; `op` is the giver's operation id. Shared by the purchase and by the settlement of
 * the lock that the gift opened.
 */
export const giftOperationOf = (fromUid: number, op: string) => `gift:${fromUid}:${op}`;

const refund = (tx: Transaction, lock: Lock, gross: number) =>
  move(tx, {
    operation: `${operationOf(lock)}:refund`,
    kind: 'move',
    currency: 'gems',
    gross,
    subject: subjectOf(lock),
    legs: [
      [OURS.house, -gross],
      [lock.toUid, gross],
    ],
  });

/**
 * Moves what the sender earned to the house, which has refunded the buyer, as far as the sender's balance allows. Returns the rest,
 * which they owe.
 */
async function clawBack(tx: Transaction, lock: Lock, gems: number): Promise<number> {
  const taken = await takeFromSender(tx, lock, gems, 'clawback');
  return gems - taken;
}

/**
 * Moves up to `gems` from the sender of a lock to the house, and returns the amount moved. It is booked as a reversal, not as
 * spending, so neither spending limits nor a money lock prevent it.
 */
async function takeFromSender(tx: Transaction, { id, fromUid }: Lock, gems: number, step: string): Promise<number> {
  await lockWallets(tx, fromUid);
  const gross = Math.min(gems, (await loadBalances(tx, fromUid)).gems);
  if (gross === 0) return 0;
  const outcome = await move(tx, {
    operation: `unlock:${id}:${step}`,
    kind: 'move',
    currency: 'gems',
    gross,
    subject: { type: 'reversal', id },
    legs: [
      [fromUid, -gross],
      [OURS.house, gross],
    ],
  });
  done(outcome);
  return gross;
}

/** Collects the gems that senders owe (`owed` of their locks), from those who have a balance. */
async function collectOwed(db: Queries, signal: AbortSignal, log: Logger): Promise<void> {
  const due = await db
    .select({ id: mediaLock.id })
    .from(mediaLock)
    .innerJoin(wallet, and(eq(wallet.uid, mediaLock.fromUid), eq(wallet.currency, 'gems'), gt(wallet.amount, 0)))
    .where(gt(mediaLock.owed, 0))
    .orderBy(asc(mediaLock.id))
    .limit(BATCH);
  for (const { id } of due) {
    if (signal.aborted) return;
    await db
      .transaction(async (tx: Transaction) => {
        const lock = await readLockForUpdate(tx, id);
        if (lock === undefined || lock.owed === 0) return;
        // The remaining debt is part of the transfer's name, which makes it unique: the debt decreases with each transfer.
        const taken = await takeFromSender(tx, lock, lock.owed, `owed:${lock.owed}`);
        await tx
          .update(mediaLock)
          .set({ owed: lock.owed - taken })
          .where(eq(mediaLock.id, id));
      })
      .catch((error: unknown) => log.warn({ err: error }, 'failed to collect owed gems'));
  }
}

function done(outcome: string): void {
  if (outcome !== 'done') throw new Error(`The gems of a lock were ${outcome}`);
}

const checkDueBefore = sql`now() - ${UNLOCK_CHECK_MS} * interval '1 ms'`;

/** SQL condition: a file of this lock is not checked yet. Deleted and revoked files do not count. */
const isUnchecked = (lockId: SQLWrapper): SQL => sql`exists (
  select from ${mediaShare} join ${media} on ${media.id} = ${mediaShare.mediaId}
  where ${mediaShare.lockId} = ${lockId} and not ${mediaShare.ended}
    and ${media.checkedAt} is null and ${media.goneAt} is null)`;

/** Returns whether the content of any file of the lock, neither deleted nor revoked, is not checked yet; its gems then stay held. */
export async function isContentUnchecked(tx: Transaction, lockId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ unchecked: boolean }>(sql`select ${isUnchecked(sql`${lockId}`)} as unchecked`);
  return rows[0]?.unchecked === true;
}

/**
 * Called in the transaction in which a file passes the later content check: notifies both accounts of each open lock with held gems
 * and without any other unchecked file that the earnings are no longer pending.
 */
export async function notifyCheckPassed(tx: Transaction, mediaId: string): Promise<void> {
  const shares = tx.select({ id: mediaShare.lockId }).from(mediaShare).where(eq(mediaShare.mediaId, mediaId));
  const isPaid = and(eq(mediaLock.state, 'opened'), eq(mediaLock.settled, 'held'), not(isUnchecked(mediaLock.id)));
  const locks = await tx
    .select()
    .from(mediaLock)
    .where(and(inArray(mediaLock.id, shares), isPaid));
  for (const lock of locks) {
    const gems = lock.price ?? (await giftPaidFor(tx, lock))?.gross ?? 0;
    await notifyBothSides(tx, lock, 'opened', { paid: gems, earned: shareOf(gems, sharePercentOf(lock)).anchor });
  }
}

/**
 * Creates the job, run every ten seconds, that settles locks with held gems that were opened at least `UNLOCK_CHECK_MS` ago, and
 * collects what senders owe. Concurrent processes wait for each other at the lock's row. `awaitsCheck`: a content check is configured, so
 * the gems stay held until every file has passed it.
 */
export function settleUnlocks(db: Queries, folder: MediaFolder, log: Logger, awaitsCheck = false): Job {
  const isDue = and(
    eq(mediaLock.settled, 'held'),
    lt(mediaLock.openedAt, checkDueBefore),
    ...(awaitsCheck ? [not(isUnchecked(mediaLock.id))] : []),
  );
  const dueAfter = (id: string) =>
    db
      .select({ id: mediaLock.id })
      .from(mediaLock)
      .where(and(isDue, gt(mediaLock.id, id)))
      .orderBy(asc(mediaLock.id))
      .limit(BATCH);
  return {
    name: 'settle unlocks',
    everyMs: EVERY_MS,
    async run(signal) {
      for (let due = await dueAfter(''); due.length > 0; due = await dueAfter(due.at(-1)?.id ?? '')) {
        for (const { id } of due) {
          if (signal.aborted) return;
          // A lock that cannot be settled does not block the others.
          await settle(db, folder, id, true).catch((error: unknown) =>
            log.warn({ err: error }, 'failed to settle a lock'),
          );
        }
      }
      await collectOwed(db, signal, log);
    },
  };
}
