import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Output } from '../../contract/api/endpoint.ts';
import { REQUEST_ID_LENGTH } from '../../contract/api/rules.ts';
import type { SYSTEM_KEYS } from '../../contract/chat/official.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { OPENED_KEPT_DAYS, UNLOCK_LOOK_MS } from '../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../contract/wallet/rules.ts';
import { sayAs } from '../chat/service-outbox/say.ts';
import { account } from '../database/account.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import type { Job } from '../jobs.ts';
import type { Logger } from '../logger.ts';
import { loadBalances } from '../wallet/balances.ts';
import { hold, move, OURS, post, release, type Unpaid } from '../wallet/ledger.ts';
import { limitReached } from '../wallet/limits.ts';
import { shareOf } from '../wallet/shares.ts';
import type { MediaFolder } from './folder.ts';
import { itemsOfFiles, keptFor } from './message-media.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const EVERY_MS = 10_000;
const BATCH = 100;
/** Longer ones do not fit into the words of the service. */
const MID_CHARS = 64;

export type Lock = typeof mediaLock.$inferSelect;
export type Unlocked = Output<Endpoints['unlockMessage']>;
type LockTold = Output<Endpoints['unlockedMedia']>['locks'][number];
type Files = { readonly items: LockTold['items']; readonly isWhole: boolean };

/** One charge for each lock, for ever. */
const operationOf = ({ id }: Lock) => `unlock:${id}`;
const subjectOf = ({ id }: Lock) => ({ type: 'media', id }) as const;
const NO_FILES: Files = { items: [], isWhole: false };

/** The files behind locks, each lock's in their order, and whether all of them are still there. */
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
  for (const [at, { file, lockId }] of rows.entries()) {
    const before = files.get(lockId ?? '') ?? { items: [], isWhole: true };
    const isWhole = before.isWhole && areThere[at] === true;
    files.set(lockId ?? '', { items: [...before.items, ...itemsOfFiles([file])], isWhole });
  }
  return (lockId) => files.get(lockId) ?? NO_FILES;
}

/** The lock, held until the end of the transaction. Before the wallets, the files after them: in this order everywhere. */
export async function holdLock(tx: Queries, lockId: string): Promise<Lock | undefined> {
  const [lock] = await tx.select().from(mediaLock).where(eq(mediaLock.id, lockId)).for('update');
  return lock;
}

/** Opens a lock that this transaction holds: its files stay for long, and both sides are told. `gems`: what was paid for it. */
export async function openHeld(tx: Transaction, lock: Lock, settled: 'held' | 'posted', gems: number): Promise<void> {
  await tx.update(mediaLock).set({ state: 'opened', settled, openedAt: sql`now()` }).where(eq(mediaLock.id, lock.id));
  const shared = tx.select({ id: mediaShare.mediaId }).from(mediaShare).where(eq(mediaShare.lockId, lock.id));
  // In the order of their ids, so that two locks with the same files do not wait for each other.
  const files = await tx
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, shared))
    .orderBy(media.id)
    .for('update');
  const ids = files.map(({ id }) => id);
  await tx
    .update(media)
    .set({ keptUntil: keptFor(OPENED_KEPT_DAYS) })
    .where(inArray(media.id, ids));
  await sayOf(tx, lock, 'opened', { paid: gems, earned: shareOf(gems, ANCHOR_SHARE_PERCENT).anchor });
}

/** Tells both sides what became of a message: who pays what they paid, who sold what they earned. Of a page it tells nothing. */
async function sayOf(
  tx: Transaction,
  { id, fromUid, toUid, mid }: Lock,
  key: (typeof SYSTEM_KEYS)[number],
  { paid, earned }: { readonly paid: number; readonly earned: number },
): Promise<void> {
  if (mid.includes('/')) return;
  // Held until the end, so that nobody goes before they are told.
  const there = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(inArray(account.uid, [fromUid, toUid]))
    .for('key share');
  const stanzaId = nanoid(REQUEST_ID_LENGTH);
  const messages = there.map(({ uid }) => {
    const peer = uid === fromUid ? toUid : fromUid;
    const args = { lock: id, of: mid.slice(0, MID_CHARS), gems: `${uid === fromUid ? earned : paid}` };
    return { to: uid, peer, stanzaId, payload: { kind: 'system', key, args, about: peer } as const };
  });
  if (messages.length > 0) await sayAs(tx, 'official', messages);
}

type Opening = 'open' | 'gone' | Unpaid;

/**
 * Pays for a lock and opens it, in this transaction. One that is open costs nothing more. `isWhole`: the files were looked at
 * before, as a disk may be slow; they are looked at once more before the gems are the sender's.
 */
export async function payFor(tx: Transaction, lockId: string, isWhole: boolean): Promise<Opening> {
  const lock = await holdLock(tx, lockId);
  if (lock?.state === 'opened') return 'open';
  if (lock?.state !== 'locked' || lock.price === null || !isWhole) return 'gone';
  const outcome = await hold(tx, operationOf(lock), lock.toUid, 'gems', lock.price, subjectOf(lock));
  if (outcome === 'insufficient' || outcome === 'limited' || outcome === 'locked') return outcome;
  if (outcome !== 'done') throw new Error('The gems of a closed lock had moved before');
  await openHeld(tx, lock, 'held', lock.price);
  return 'open';
}

/** Answers who pays for a lock: the files, or why not. */
export async function answerOf(
  db: Queries,
  { uid, price, files }: { readonly uid: number; readonly price: number; readonly files: Files },
  opening: Opening,
): Promise<Result<Unlocked>> {
  if (opening === 'gone') return fail({ code: 'gone' });
  if (opening === 'locked') return fail({ code: 'locked' });
  if (opening === 'limited') return fail(await limitReached(db, uid, Date.now()));
  const { gems } = await loadBalances(db, uid);
  if (opening === 'insufficient') {
    return fail({ code: 'gems-insufficient', need: Math.max(1, price - gems), balance: gems });
  }
  return ok({ items: files.items, gemsBalance: gems });
}

/** Opens a message for gems: once, however often and from however many devices it is asked for. */
export async function unlock(db: Queries, folder: MediaFolder, uid: number, lockId: string): Promise<Result<Unlocked>> {
  const [lock] = await db.select().from(mediaLock).where(eq(mediaLock.id, lockId));
  if (lock === undefined || (lock.toUid !== uid && lock.fromUid !== uid)) return fail({ code: 'not-found' });
  if (lock.toUid !== uid || lock.price === null) return fail({ code: 'forbidden' });
  const files = (await filesOf(db, folder, [lockId]))(lockId);
  const opening = await db.transaction((tx) => payFor(tx, lockId, files.isWhole));
  if (opening === 'open' && !files.isWhole) {
    await settle(db, folder, lockId, false);
    return fail({ code: 'gone' });
  }
  return answerOf(db, { uid, price: lock.price, files }, opening);
}

/**
 * What locks hold, for those between whom they are: for the sender always, for the receiver once it is open. Where a file is
 * missing, the gems go back at once.
 */
export async function readLocks(
  db: Queries,
  folder: MediaFolder,
  uid: number,
  lockIds: readonly string[],
): Promise<LockTold[]> {
  const locks = await db
    .select()
    .from(mediaLock)
    .where(and(inArray(mediaLock.id, [...lockIds]), or(eq(mediaLock.fromUid, uid), eq(mediaLock.toUid, uid))));
  if (locks.length === 0) return [];
  const ids = locks.map(({ id }) => id);
  const find = await filesOf(db, folder, ids);
  const told: LockTold[] = [];
  for (const { id: lockId, state, fromUid } of locks) {
    const { items, isWhole } = find(lockId);
    if (state === 'opened' && !isWhole) await settle(db, folder, lockId, false);
    const isOver = state === 'void' || !isWhole;
    const maySee = !isOver && (fromUid === uid || state === 'opened');
    told.push({ lockId, state: isOver ? 'void' : state, items: maySee ? items : [] });
  }
  return told;
}

/**
 * Decides whose the gems of an open lock are: the sender's once the files were still there a minute later, else the receiver's
 * again. Where files go after that, the house gives the gems back, once, and the sender keeps theirs: so too what a gift cost that
 * opened it. After the time for which open files are kept, nobody does. `isDue`: that minute is over.
 */
async function settle(db: Queries, folder: MediaFolder, lockId: string, isDue: boolean): Promise<void> {
  const { isWhole } = (await filesOf(db, folder, [lockId]))(lockId);
  await db.transaction(async (tx: Transaction) => {
    const lock = await holdLock(tx, lockId);
    if (lock?.state !== 'opened' || lock.openedAt === null) return;
    const { settled, fromUid, toUid } = lock;
    const price = lock.price ?? (await giftPaidFor(tx, lock));
    const held = { operation: operationOf(lock), uid: toUid };
    const end = (next: Partial<Lock>) => tx.update(mediaLock).set(next).where(eq(mediaLock.id, lockId));
    if (isWhole) {
      if (settled !== 'held' || !isDue) return;
      done(await post(tx, held, fromUid, ANCHOR_SHARE_PERCENT));
      await end({ settled: 'posted' });
      return;
    }
    const isKept = Date.now() - lock.openedAt.getTime() < OPENED_KEPT_DAYS * 86_400_000;
    if (price === null || (settled === 'posted' && !isKept)) {
      await end({ state: 'void' });
      return;
    }
    if (settled === 'held') {
      done(await release(tx, held));
      await end({ state: 'void', settled: 'voided' });
    } else if (settled === 'posted') {
      done(await refund(tx, lock, price));
      await end({ state: 'void', settled: 'refunded' });
    } else return;
    await sayOf(tx, lock, 'givenBack', { paid: price, earned: 0 });
  });
}

/** Gems for one of the gifts that opened a lock: what its message cost. The domain of gifts stands on this one. */
async function giftPaidFor(tx: Transaction, { id, fromUid, toUid }: Lock): Promise<number | null> {
  const { rows } = await tx.execute<{ price: number }>(
    sql`select price from gift_sent where to_uid = ${fromUid} and from_uid = ${toUid} and lock_id = ${id}`,
  );
  return rows[0]?.price ?? null;
}

const refund = (tx: Transaction, lock: Lock, gross: number) =>
  move(tx, {
    ...{ operation: `${operationOf(lock)}:refund`, kind: 'move', currency: 'gems', gross, subject: subjectOf(lock) },
    legs: [
      [OURS.house, -gross],
      [lock.toUid, gross],
    ],
  });

function done(outcome: string): void {
  if (outcome !== 'done') throw new Error(`The gems of a lock were ${outcome}`);
}

const lookAt = sql`now() - ${UNLOCK_LOOK_MS} * interval '1 ms'`;

/** Settles what was opened a minute ago. Processes that do so at once wait for each other at the lock. */
export function settleUnlocks(db: Queries, folder: MediaFolder, log: Logger): Job {
  const dueAfter = (id: string) =>
    db
      .select({ id: mediaLock.id })
      .from(mediaLock)
      .where(and(eq(mediaLock.settled, 'held'), lt(mediaLock.openedAt, lookAt), gt(mediaLock.id, id)))
      .orderBy(asc(mediaLock.id))
      .limit(BATCH);
  return {
    name: 'settle unlocks',
    everyMs: EVERY_MS,
    async run(signal) {
      for (let due = await dueAfter(''); due.length > 0; due = await dueAfter(due.at(-1)?.id ?? '')) {
        for (const { id } of due) {
          if (signal.aborted) return;
          // One that cannot be settled holds up no other.
          await settle(db, folder, id, true).catch((error: unknown) =>
            log.warn({ err: error }, 'a lock was not settled'),
          );
        }
      }
    },
  };
}
