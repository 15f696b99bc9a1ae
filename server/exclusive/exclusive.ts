import { and, asc, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../contract/account/rules.ts';
import type { Input, Output } from '../../contract/api/endpoint.ts';
import type { MessageKey } from '../../contract/chat/lock-id.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { EXCLUSIVE_SHOWN_MAX, OPENED_KEPT_DAYS } from '../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { account } from '../database/account.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import type { MediaFolder } from '../media/folder.ts';
import { answerOf, payFor, type Unlocked } from '../media/locks.ts';
import { EXCLUSIVE, isNotRefused, itemsOfFiles, lockIdOf } from '../media/message-media.ts';
import { exclusiveItem, media, mediaLock, mediaShare } from '../media/tables.ts';
import { findTarget } from '../people/target.ts';
import type { Unpaid } from '../wallet/ledger.ts';

type Told = Output<Endpoints['exclusiveItems']>['items'][number];
type Offered = { readonly file: typeof media.$inferSelect; readonly price: number };
const UNSOLD_KEPT_DAYS = 1;

const purchaseOf = (from: number, to: number, mediaId: string): MessageKey => ({ from, to, mid: EXCLUSIVE + mediaId });

/** What a host offers, in their order, of which the file is there. */
async function offeredBy(db: Queries, folder: MediaFolder, owner: number): Promise<readonly Offered[]> {
  const rows = await db
    .select({ file: media, price: exclusiveItem.price })
    .from(exclusiveItem)
    .innerJoin(media, eq(media.id, exclusiveItem.mediaId))
    .where(and(eq(exclusiveItem.ownerUid, owner), isNull(media.goneAt), isNotRefused))
    .orderBy(asc(exclusiveItem.place));
  return there(folder, rows);
}

/** What somebody bought of a host, also what is not offered any more. */
async function boughtBy(db: Queries, folder: MediaFolder, buyer: number, owner: number): Promise<readonly Offered[]> {
  const isTheirs = and(eq(mediaLock.fromUid, owner), eq(mediaLock.toUid, buyer), like(mediaLock.mid, `${EXCLUSIVE}%`));
  const rows = await db
    .select({ file: media, price: mediaLock.price })
    .from(mediaLock)
    .innerJoin(mediaShare, eq(mediaShare.lockId, mediaLock.id))
    .innerJoin(media, eq(media.id, mediaShare.mediaId))
    .where(and(isTheirs, eq(mediaLock.state, 'opened'), eq(mediaShare.ended, false), isNull(media.goneAt)))
    .orderBy(desc(mediaLock.openedAt))
    .limit(EXCLUSIVE_SHOWN_MAX);
  return there(
    folder,
    rows.map(({ file, price }) => ({ file, price: price ?? 0 })),
  );
}

async function there(folder: MediaFolder, rows: readonly Offered[]): Promise<readonly Offered[]> {
  const areThere = await Promise.all(rows.map(({ file }) => folder.has(folder.original(file.id, file.kind))));
  return rows.filter((_, at) => areThere[at]);
}

/** The page of a host: to themselves all of it is open, to others what they bought. Of the rest no address is told. */
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
  const idOf = ({ file }: Offered) => lockIdOf(purchaseOf(owner, viewer, file.id));
  const open = new Set(bought.map(idOf));
  const shown = new Set(offered.map(idOf));
  const all = [...offered, ...bought.filter((one) => !shown.has(idOf(one)))].slice(0, EXCLUSIVE_SHOWN_MAX);
  const items = all.map((one): Told => {
    const lockId = idOf(one);
    const isOpen = viewer === owner || open.has(lockId);
    const [item] = itemsOfFiles([one.file]);
    const { width: w, height: h, lockBlur: blur } = one.file;
    const looks = isOpen && item ? item : { url: '' as const, thumb: '' as const, w, h, blur };
    return { lockId, price: one.price, isOpen, ...looks };
  });
  return ok({ items });
}

/** Takes back what its transaction wrote. */
class NotPaid extends Error {
  readonly opening: Unpaid | 'gone';
  constructor(opening: Unpaid | 'gone') {
    super(opening);
    this.opening = opening;
  }
}

/** Buys one thing of a host's page: the lock is made as it is opened, at the price that the buyer saw. */
export async function openExclusive(
  db: Queries,
  folder: MediaFolder,
  uid: number,
  { targetUid, lockId, price }: Input<Endpoints['openExclusive']>,
): Promise<Result<Unlocked>> {
  const target = await findTarget(db, uid, targetUid);
  if (target === undefined || target.hidden) return fail({ code: 'not-found' });
  const offered = await offeredBy(db, folder, targetUid);
  const chosen = offered.find(({ file }) => lockIdOf(purchaseOf(targetUid, uid, file.id)) === lockId);
  if (chosen === undefined) return fail({ code: 'gone' });
  const files = { items: itemsOfFiles([chosen.file]) };
  const of = purchaseOf(targetUid, uid, chosen.file.id);
  const answer = (opening: Awaited<ReturnType<typeof payFor>>) => answerOf(db, { uid, price, files }, opening);
  try {
    return await db.transaction(async (tx: Transaction) => {
      const known = await tx.select({ state: mediaLock.state }).from(mediaLock).where(eq(mediaLock.id, lockId));
      // The price of what was bought before is nobody's question.
      if (known.length === 0 && !(await isOffered(tx, chosen.file.id, price)))
        return fail({ code: 'conflict' as const });
      await tx
        .insert(mediaLock)
        .values({ id: lockId, fromUid: targetUid, toUid: uid, mid: of.mid, price })
        .onConflictDoNothing();
      await tx.insert(mediaShare).values({ mediaId: chosen.file.id, uid, mid: of.mid, lockId }).onConflictDoNothing();
      const opening = await payFor(tx, lockId, { isWhole: true, awaitsCheck: false });
      // The file is locked by now: where its check was refused meanwhile, the share of this purchase was not taken back.
      const isFile = and(eq(media.id, chosen.file.id), isNotRefused);
      const allowed = await tx.select({ id: media.id }).from(media).where(isFile);
      if (opening === 'open' && allowed.length === 0) throw new NotPaid('gone');
      if (opening !== 'open' && opening !== 'gone') throw new NotPaid(opening);
      return answerOf(tx, { uid, price, files }, opening);
    });
  } catch (error) {
    if (error instanceof NotPaid) return answer(error.opening);
    throw error;
  }
}

/** Whether it is offered at this price. A change of it waits until who saw it has bought. */
async function isOffered(tx: Transaction, mediaId: string, price: number): Promise<boolean> {
  const found = await tx
    .select({ price: exclusiveItem.price })
    .from(exclusiveItem)
    .where(eq(exclusiveItem.mediaId, mediaId))
    .for('share');
  return found[0]?.price === price;
}

/** Replaces a host's page. What is offered stays; what was sold stays for those who bought it. */
export async function editExclusive(
  db: Queries,
  uid: number,
  { items }: Input<Endpoints['editExclusive']>,
): Promise<Result<Record<string, never>>> {
  const ids = items.map(({ mediaId }) => mediaId);
  if (new Set(ids).size !== ids.length) return fail({ code: 'bad-request', detail: 'items' });
  return db.transaction(async (tx: Transaction) => {
    // One change of a page after the other.
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
