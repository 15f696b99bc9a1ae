import { createHash } from 'node:crypto';
import { and, count, eq, gt, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import type { KindFacts, MediaFact, RequiredFacts } from '../../../contract/chat/facts.ts';
import { itemOf } from '../../../contract/chat/kinds/media/items.ts';
import { LOCK_ID_CHARS, lockSeed, type MessageKey, pageLockSeed } from '../../../contract/chat/lock-id.ts';
import { SENSITIVE_PORN } from '../../../contract/chat/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { LOCKED_KEPT_DAYS, SENT_KEPT_DAYS } from '../../../contract/media/rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

/**
 * A message with media that the edge is about to archive, for `prepareMedia`: its sender, recipient and id, its files, and the price or
 * gift of its lock, if it has one.
 */
export type PreparedMedia = MessageKey & {
  readonly media: readonly string[];
  /** Exactly one of the two: the price in gems, or the gift that opens it. */
  readonly lock?: { readonly price?: number; readonly gift?: string };
};

/**
 * Request of the edge to `loadMediaFacts` about a message. `daily: 'priced'` also counts the sender's messages with a lock, for gems or a
 * gift, to the recipient.
 */
export type MediaQuestion = Pick<RequiredFacts, 'media'> & { readonly daily?: 'priced' };
/**
 * The facts about the media of a message by which the edge accepts or refuses it: the sender's files, the number of their messages with
 * a lock to the recipient in the last 24 hours and the time of the latest, and the id for a lock.
 */
export type MediaFacts = Pick<KindFacts, 'media' | 'today' | 'lastAt' | 'now' | 'lockId'>;

/**
 * SQL for the new end of a file's retention when it is sent or unlocked: at least `days` from now, never earlier than before. A file
 * without an end, which a host offers on their page, stays without one.
 */
export const retentionEnd = (days: number) =>
  sql`case when ${media.keptUntil} is not null
    then greatest(${media.keptUntil}, now() + make_interval(days => ${days})) end`;

const lockIdFrom = (seed: string): string =>
  createHash('sha256').update(seed).digest('base64url').slice(0, LOCK_ID_CHARS);
/** Returns the lock id of a message with locked media; the same for every attempt to send it. */
export const lockIdOf = (message: MessageKey): string => lockIdFrom(lockSeed(message));
/**
 * Returns the id of the lock to create when `to` buys a page item of `from`; the same for each attempt. A purchase made before page
 * locks had their own namespace has another id, so look for the lock of the purchase first.
 */
export const pageLockIdOf = (from: number, to: number, mediaId: string): string =>
  lockIdFrom(pageLockSeed(from, to, mediaId));

/** SQL condition on `media`: the content check has not refused the file, or not checked it yet. Only such files may be sent and sold. */
export const isNotRefused = sql`${media.bits} & ${SENSITIVE_PORN} = 0`;

/** SQL condition: files of this owner that may be sent, because they still exist and were not refused after upload. */
const sendable = (ids: readonly string[], owner: number) =>
  and(
    inArray(media.id, [...ids]),
    eq(media.ownerUid, owner),
    eq(media.purpose, 'chat'),
    isNull(media.goneAt),
    isNotRefused,
  );

/**
 * Loads the facts that the edge needs about the media of a message, before it accepts the message. Media that the sender may not send
 * are missing from the result.
 */
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

/** Converts rows of `media` to items with the files' addresses. Checks no lock: show them only to a user who may see the files. */
export const itemsOfFiles = (rows: readonly (typeof media.$inferSelect)[]) =>
  rows.map((row) => ({ ...itemOf(factOf(row), false), ...(row.ms === null ? {} : { ms: row.ms }) }));

/** Counts the messages with a lock (for gems or a gift) of this sender to the recipient in the last 24 hours, without this one. */
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
 * Records the media of a message after the edge has accepted it and before it is archived: the lock, the recipient's access, and the
 * retention of the files. One transaction, idempotent for a message that is sent again. Throws when the sender may no longer send one
 * of the files, which the loaded facts show when the message is sent again, and when a repeated message has another price or gift.
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
      const [storedLock] = await tx.select().from(mediaLock).where(eq(mediaLock.id, lockId));
      // The recipient is charged the price that they were shown, even when the message is sent again.
      if (storedLock?.price !== terms.price || storedLock.giftId !== terms.giftId) {
        throw new Error('a message came again at another price');
      }
    }
    // The rows of the files are locked in the order of their ids, so that two messages with the same files cannot deadlock.
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
        keptUntil: retentionEnd(days),
      })
      .where(inArray(media.id, ids));
  });
}

/**
 * Ends the recipient's access to the files of a message that its sender deletes for everyone. The rows stay, so that a report of the
 * message still gives the team access; other messages with the same files keep theirs.
 */
export async function endMediaAccess(db: Pick<Database, 'update'>, { to, mid, from }: MessageKey): Promise<void> {
  const own = sql`${mediaShare.mediaId} in (select ${media.id} from ${media} where ${media.ownerUid} = ${from})`;
  await db
    .update(mediaShare)
    .set({ ended: true })
    .where(and(eq(mediaShare.uid, to), eq(mediaShare.source, 'message'), eq(mediaShare.mid, mid), own));
}
