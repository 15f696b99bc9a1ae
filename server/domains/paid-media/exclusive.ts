import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import type { Input, Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { EXCLUSIVE_SHOWN_MAX, OPENED_KEPT_DAYS } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { MediaFolder } from '../media/folder.ts';
import { answerOf, payFor, readLockForUpdate, type Unlocked } from '../media/locks.ts';
import { isNotRefused, itemsOfFiles, pageLockIdOf } from '../media/message-media.ts';
import { exclusiveItem, media, mediaLock, mediaShare } from '../media/tables.ts';
import { findTarget } from '../people/target.ts';

type ExclusiveItem = Output<Endpoints['exclusiveItems']>['items'][number];
type Offered = { readonly file: typeof media.$inferSelect; readonly price: number };
type BoughtItem = Offered & { readonly lockId: string };
const UNSOLD_KEPT_DAYS = 1;

/** The value of `mid` for a purchase, in place of a stanza id; unique together with the source `page`. */
const midOf = (mediaId: string): string => `exclusive/${mediaId}`;

/** The items that a host offers, in the host's order, if their files exist and were not refused by the content check. */
async function offeredBy(db: Queries, folder: MediaFolder, owner: number): Promise<readonly Offered[]> {
  const rows = await db
    .select({ file: media, price: exclusiveItem.price })
    .from(exclusiveItem)
    .innerJoin(media, eq(media.id, exclusiveItem.mediaId))
    .where(and(eq(exclusiveItem.ownerUid, owner), isNull(media.goneAt), isNotRefused))
    .orderBy(asc(exclusiveItem.place));
  return withExistingFiles(folder, rows);
}

/** The items that a user bought from a host, the newest first, also those no longer offered, but none that was revoked or is gone. */
async function boughtBy(
  db: Queries,
  folder: MediaFolder,
  buyer: number,
  owner: number,
): Promise<readonly BoughtItem[]> {
  const isTheirs = and(eq(mediaLock.fromUid, owner), eq(mediaLock.toUid, buyer), eq(mediaLock.source, 'page'));
  const rows = await db
    .select({ file: media, price: mediaLock.price, lockId: mediaLock.id })
    .from(mediaLock)
    .innerJoin(mediaShare, eq(mediaShare.lockId, mediaLock.id))
    .innerJoin(media, eq(media.id, mediaShare.mediaId))
    .where(and(isTheirs, eq(mediaLock.state, 'opened'), eq(mediaShare.ended, false), isNull(media.goneAt)))
    .orderBy(desc(mediaLock.openedAt))
    .limit(EXCLUSIVE_SHOWN_MAX);
  return withExistingFiles(
    folder,
    rows.map((row) => ({ ...row, price: row.price ?? 0 })),
  );
}

/** Filters out rows whose file does not exist. */
async function withExistingFiles<One extends Offered>(
  folder: MediaFolder,
  rows: readonly One[],
): Promise<readonly One[]> {
  const areThere = await Promise.all(rows.map(({ file }) => folder.has(folder.original(file.id, file.kind))));
  return rows.filter((_, at) => areThere[at]);
}

/**
 * Reads a host's page of pictures for sale (`exclusiveItems`). The host gets all items unlocked, other users those that they bought;
 * locked items have no URL.
 */
export async function readExclusive(
  db: Queries,
  folder: MediaFolder,
  viewer: number,
  owner: number,
): Promise<Result<Output<Endpoints['exclusiveItems']>>> {
  if (viewer !== owner) {
    const target = await findTarget(db, viewer, owner);
    if (target === undefined || target.hidden) return fail({ code: 'not-found' });
  }
  const [offered, bought] = await Promise.all([
    offeredBy(db, folder, owner),
    viewer === owner ? [] : boughtBy(db, folder, viewer, owner),
  ]);
  const opened = new Map(bought.map(({ file, lockId }) => [file.id, lockId]));
  const shown = new Set(offered.map(({ file }) => file.id));
  const all = [...offered, ...bought.filter(({ file }) => !shown.has(file.id))].slice(0, EXCLUSIVE_SHOWN_MAX);
  const items = all.map((lock): ExclusiveItem => {
    const lockId = opened.get(lock.file.id) ?? pageLockIdOf(owner, viewer, lock.file.id);
    const isOpen = viewer === owner || opened.has(lock.file.id);
    const [item] = itemsOfFiles([lock.file]);
    const { width: w, height: h, lockBlur: blur } = lock.file;
    const looks = isOpen && item ? item : { url: '' as const, thumb: '' as const, w, h, blur };
    return { lockId, price: lock.price, isOpen, ...looks };
  });
  return ok({ items });
}

type NotOpened = Exclude<Awaited<ReturnType<typeof payFor>>, 'open'>;

/** Thrown to roll back a purchase that was not paid. `price`: gems that the item costs now. */
class NotPaid extends Error {
  readonly opening: NotOpened;
  readonly price: number;
  constructor(opening: NotOpened, price: number) {
    super(opening);
    this.opening = opening;
    this.price = price;
  }
}

/**
 * Buys one item of a host's page: the lock is created and opened in one transaction, at the price in gems that the buyer was shown. An
 * item that the buyer already owns is returned at any price, without a charge. Fails with `price-changed` if the price differs.
 */
export async function openExclusive(
  db: Queries,
  folder: MediaFolder,
  uid: number,
  { targetUid, lockId, price: shown }: Input<Endpoints['openExclusive']>,
): Promise<Result<Unlocked>> {
  const target = await findTarget(db, uid, targetUid);
  if (target === undefined || target.hidden) return fail({ code: 'not-found' });
  const bought = (await boughtBy(db, folder, uid, targetUid)).find((lock) => lock.lockId === lockId);
  const offered = bought ? [] : await offeredBy(db, folder, targetUid);
  const chosen = bought ?? offered.find(({ file }) => pageLockIdOf(targetUid, uid, file.id) === lockId);
  if (chosen === undefined) return fail({ code: 'gone' });
  const { file } = chosen;
  const files = { items: itemsOfFiles([file]) };
  if (bought) return answerOf(db, { uid, price: bought.price, files }, 'open');
  try {
    return await db.transaction(async (tx: Transaction) => {
      const price = await offeredPrice(tx, file.id);
      const purchase = { id: lockId, fromUid: targetUid, toUid: uid, source: 'page', mid: midOf(file.id) } as const;
      if (price !== undefined)
        await tx
          .insert(mediaLock)
          .values({ ...purchase, price })
          .onConflictDoNothing();
      if ((await readLockForUpdate(tx, lockId)) === undefined) throw new NotPaid('gone', shown);
      const { source, mid } = purchase;
      await tx.insert(mediaShare).values({ mediaId: file.id, uid, source, mid, lockId }).onConflictDoNothing();
      const opening = await payFor(tx, { lockId, shown, isWhole: true, awaitsCheck: false });
      if (opening !== 'open') throw new NotPaid(opening, price ?? shown);
      // Checked after `payFor` locked the file: its content check may have refused it meanwhile, without ending the share of this purchase.
      const isFile = and(eq(media.id, file.id), isNotRefused);
      const allowed = await tx.select({ id: media.id }).from(media).where(isFile);
      if (allowed.length === 0) throw new NotPaid('gone', shown);
      return answerOf(tx, { uid, price: shown, files }, opening);
    });
  } catch (error) {
    if (error instanceof NotPaid) return answerOf(db, { uid, price: error.price, files }, error.opening);
    throw error;
  }
}

/** Current price in gems; undefined if no longer offered. The share lock delays price changes until concurrent purchases end. */
async function offeredPrice(tx: Transaction, mediaId: string): Promise<number | undefined> {
  const [found] = await tx
    .select({ price: exclusiveItem.price })
    .from(exclusiveItem)
    .where(eq(exclusiveItem.mediaId, mediaId))
    .for('share');
  return found?.price;
}

/**
 * Replaces the items that a host sells on their page (`editExclusive`); each picture at most once. Files of offered items are retained;
 * when one is no longer offered, its file is deleted `OPENED_KEPT_DAYS` later if it was sold or sent, otherwise a day later.
 */
export async function editExclusive(
  db: Queries,
  uid: number,
  { items }: Input<Endpoints['editExclusive']>,
): Promise<Result<Record<string, never>>> {
  const ids = items.map(({ mediaId }) => mediaId);
  if (new Set(ids).size !== ids.length) return fail({ code: 'bad-request', detail: 'items' });
  return db.transaction(async (tx: Transaction) => {
    // The row lock serializes changes of a page.
    const [owner] = await tx
      .select({ role: account.role })
      .from(account)
      .where(eq(account.uid, uid))
      .for('no key update');
    if (owner?.role !== ROLE_ANCHOR) return fail({ code: 'forbidden' as const });
    const isOwn = and(eq(media.ownerUid, uid), eq(media.purpose, 'chat'), eq(media.kind, 'picture'));
    const own = await tx
      .select({ id: media.id })
      .from(media)
      .where(and(inArray(media.id, ids), isOwn, isNull(media.goneAt), isNotRefused))
      .orderBy(media.id)
      .for('update');
    if (own.length !== ids.length) return fail({ code: 'not-found' as const });
    const before = await tx.delete(exclusiveItem).where(eq(exclusiveItem.ownerUid, uid)).returning();
    const removed = before.map(({ mediaId }) => mediaId).filter((id) => !ids.includes(id));
    const isShared = sql`exists (select from ${mediaShare} where ${mediaShare.mediaId} = ${media.id})`;
    const days = sql`case when ${isShared} then ${OPENED_KEPT_DAYS}::int else ${UNSOLD_KEPT_DAYS}::int end`;
    await tx
      .update(media)
      .set({ keptUntil: sql`now() + make_interval(days => ${days})` })
      .where(inArray(media.id, removed));
    await tx.update(media).set({ keptUntil: null }).where(inArray(media.id, ids));
    if (items.length > 0) {
      await tx
        .insert(exclusiveItem)
        .values(items.map(({ mediaId, price }, at) => ({ mediaId, ownerUid: uid, price, place: at + 1 })));
    }
    return ok({});
  });
}
