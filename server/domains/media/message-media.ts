import { createHash } from 'node:crypto';
import { and, count, eq, gt, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import type { KindFacts, MediaFact, Question } from '../../../contract/chat/facts.ts';
import { itemOf } from '../../../contract/chat/kinds/items.ts';
import { LOCK_ID_CHARS, lockSeed, type MessageKey, pageLockSeed } from '../../../contract/chat/lock-id.ts';
import { SENSITIVE_PORN } from '../../../contract/chat/rules.ts';
import { LOCKED_KEPT_DAYS, SENT_KEPT_DAYS } from '../../../contract/media/rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const DAY_MS = 86_400_000;

/** What the media of a message need before it goes on. */
export type PreparedMedia = MessageKey & {
  readonly media: readonly string[];
  /** Exactly one of the two: gems, or the gift that opens it. */
  readonly lock?: { readonly price?: number; readonly gift?: string };
};

export type MediaQuestion = Pick<Question, 'media'> & { readonly daily?: 'priced' };
export type MediaFacts = Pick<KindFacts, 'media' | 'today' | 'lastAt' | 'now' | 'lockId'>;

/** The files are kept so long from now on, or as long as before. What has no end stays: a host offers it. */
export const keptFor = (days: number) =>
  sql`case when ${media.keptUntil} is not null
    then greatest(${media.keptUntil}, now() + make_interval(days => ${days})) end`;

const lockIdFrom = (seed: string): string =>
  createHash('sha256').update(seed).digest('base64url').slice(0, LOCK_ID_CHARS);
export const lockIdOf = (message: MessageKey): string => lockIdFrom(lockSeed(message));
/** The id of the lock of a page item that `to` buys of `from`. Purchases made before this namespace keep their older ids. */
export const pageLockIdOf = (from: number, to: number, mediaId: string): string =>
  lockIdFrom(pageLockSeed(from, to, mediaId));

/** Not refused by the check of the content since it came. */
export const isNotRefused = sql`${media.bits} & ${SENSITIVE_PORN} = 0`;

/** Those of the sender that may be sent: still here, and not refused since they came. */
const sendable = (ids: readonly string[], owner: number) =>
  and(
    inArray(media.id, [...ids]),
    eq(media.ownerUid, owner),
    eq(media.purpose, 'chat'),
    isNull(media.goneAt),
    isNotRefused,
  );

/** Loads what the edge must know of the media in a message: those that the sender may send; no others are found. */
export async function loadMediaFacts(
  db: Pick<Database, 'select'>,
  { media: ids = [], daily }: MediaQuestion,
  of: MessageKey,
  now: number = Date.now(),
): Promise<MediaFacts> {
  const [rows, counted] = await Promise.all([
    ids.length === 0 ? [] : ownMedia(db, ids, of.from),
    daily === 'priced' ? pricedToday(db, of, now) : { today: 0, lastAt: undefined },
  ]);
  const { today, lastAt } = counted;
  return {
    media: new Map(rows.map((row) => [row.id, factOf(row)])),
    today,
    ...(lastAt === undefined ? {} : { lastAt }),
    now,
    lockId: lockIdOf(of),
  };
}

const ownMedia = (db: Pick<Database, 'select'>, ids: readonly string[], owner: number) =>
  db.select().from(media).where(sendable(ids, owner));

function factOf(row: typeof media.$inferSelect): MediaFact {
  const { id, kind, width: w, height: h, ms, blur, lockBlur, wave, bits, ownerUid: owner } = row;
  return {
    id,
    kind,
    w,
    h,
    blur,
    lockBlur,
    bits,
    owner,
    ...(ms === null ? {} : { ms }),
    ...(wave === null ? {} : { wave }),
  };
}

/** The files as messages tell open ones. */
export const itemsOfFiles = (rows: readonly (typeof media.$inferSelect)[]) =>
  rows.map((row) => ({ ...itemOf(factOf(row), false), ...(row.ms === null ? {} : { ms: row.ms }) }));

/** How many messages of this sender the addressee was to pay for within a day, this one aside. */
async function pricedToday(db: Pick<Database, 'select'>, { from, to, mid }: MessageKey, now: number) {
  const [found] = await db
    .select({ today: count(), lastAt: max(mediaLock.createdAt) })
    .from(mediaLock)
    .where(
      and(
        eq(mediaLock.fromUid, from),
        eq(mediaLock.toUid, to),
        ne(mediaLock.mid, mid),
        eq(mediaLock.source, 'message'),
        gt(mediaLock.createdAt, new Date(now - DAY_MS)),
      ),
    );
  return { today: found?.today ?? 0, lastAt: found?.lastAt?.getTime() };
}

/**
 * Gives the receiver the media of a message, before it is archived and forwarded: the lock, the shares, and how long the files
 * stay. All in one transaction, and the same again for a message that is sent again. Throws where one of the media is no longer
 * the sender's to send: the next look says so.
 */
export async function prepareMedia(db: Database, message: PreparedMedia): Promise<void> {
  const { from, to, mid, lock } = message;
  const ids = [...new Set(message.media)];
  const lockId = lock && lockIdOf(message);
  await db.transaction(async (tx) => {
    if (lock && lockId !== undefined) {
      const terms = { price: lock.price ?? null, giftId: lock.gift ?? null };
      await tx
        .insert(mediaLock)
        .values({ id: lockId, fromUid: from, toUid: to, mid, ...terms })
        .onConflictDoNothing();
      const [kept] = await tx.select().from(mediaLock).where(eq(mediaLock.id, lockId));
      // The price that the receiver is shown is the one that is charged, also when the message is sent again.
      if (kept?.price !== terms.price || kept.giftId !== terms.giftId) {
        throw new Error('a message came again at another price');
      }
    }
    // In the order of their ids, so that two messages with the same pictures do not wait for each other.
    const own = await tx
      .select({ id: media.id })
      .from(media)
      .where(sendable(ids, from))
      .orderBy(media.id)
      .for('update');
    if (own.length !== ids.length) throw new Error('media of a message are gone');
    await tx
      .insert(mediaShare)
      .values(ids.map((mediaId, place) => ({ mediaId, uid: to, mid, place, lockId: lockId ?? null })))
      .onConflictDoNothing();
    const days = lockId === undefined ? SENT_KEPT_DAYS : LOCKED_KEPT_DAYS;
    await tx
      .update(media)
      .set({
        sentAt: sql`coalesce(${media.sentAt}, now())`,
        keptUntil: keptFor(days),
      })
      .where(inArray(media.id, ids));
  });
}
