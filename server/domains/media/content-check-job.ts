import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type ContentCheck, isRefused } from './check.ts';
import type { MediaFolder } from './folder.ts';
import { notifyCheckPassed, settle } from './locks.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const EVERY_MS = 60_000;
const BATCH = 50;

/**
 * A file that the later content check refused, so that it was revoked: its owner, and the messages or page purchases and their
 * recipients.
 */
export type RevokedFile = {
  readonly id: string;
  readonly owner: number;
  readonly ended: readonly { readonly uid: number; readonly mid: string; readonly source: 'message' | 'page' }[];
};
/**
 * Called in the transaction that revokes a file, so that moderation notifies its owner and recipients and records the owner's
 * violation.
 */
export type OnFileRevoked = (tx: Transaction, file: RevokedFile) => Promise<void>;

/** Revokes a file for all of its recipients, voids the unpaid locks with it, and returns the accesses that it ended. */
async function takeBack(tx: Transaction, id: string): Promise<RevokedFile['ended']> {
  const ended = await tx
    .update(mediaShare)
    .set({ ended: true })
    .where(eq(mediaShare.mediaId, id))
    .returning({ uid: mediaShare.uid, mid: mediaShare.mid, source: mediaShare.source, lockId: mediaShare.lockId });
  const lockIds = ended.flatMap(({ lockId }) => lockId ?? []);
  // Locks with the file that were not paid before can no longer be paid.
  await tx
    .update(mediaLock)
    .set({ state: 'void' })
    .where(and(eq(mediaLock.state, 'locked'), inArray(mediaLock.id, lockIds)));
  return ended;
}

/** Position in the order of the unchecked files. `createdAt`: as text, because dates of JavaScript drop the microseconds. */
type Position = { readonly createdAt: string; readonly id: string };
type Unchecked = Position & { readonly owner: number };

/**
 * Creates the job, run each minute, that checks files of messages which could not be checked at upload. When the check refuses a file,
 * its recipients lose access and get back what they paid. A run that is not finished is continued by the next one, after the file at which
 * it stopped, so that a file that always fails blocks no other; after the last file, the next run begins with the first.
 */
export function createContentCheckJob(
  db: Database,
  folder: MediaFolder,
  check: ContentCheck,
  onTakenBack: OnFileRevoked,
): Job {
  let after: Position | undefined;

  async function checkOne({ id, owner }: Unchecked): Promise<'checked' | 'silent' | 'missing'> {
    // A clip is checked by its poster, which has the same id, and its later frames; a picture has no frames.
    const frames = await folder.frames(id);
    const checked = await folder.withLocal([folder.original(id, 'picture'), ...frames], check);
    if (checked === undefined) return 'missing';
    if (checked.checkedAt === undefined) return 'silent';
    await db.transaction(async (tx) => {
      const first = await tx
        .update(media)
        .set(checked)
        .where(and(eq(media.id, id), isNull(media.checkedAt)))
        .returning({ id: media.id });
      // Another process has stored its result first, and has revoked the file or notified its accounts.
      if (first.length === 0) return;
      if (isRefused(checked)) await onTakenBack(tx, { id, owner, ended: await takeBack(tx, id) });
      else await notifyCheckPassed(tx, id);
    });
    if (isRefused(checked)) await releaseFile(id);
    await Promise.all(frames.map((frame) => folder.files.delete(frame)));
    return 'checked';
  }

  /** Gives back, as `settle` decides, what the recipients paid for open locks with this file, which they can no longer see. */
  async function releaseFile(id: string): Promise<void> {
    const locks = await db
      .select({ id: mediaLock.id })
      .from(mediaLock)
      .innerJoin(mediaShare, eq(mediaShare.lockId, mediaLock.id))
      .where(and(eq(mediaShare.mediaId, id), eq(mediaLock.state, 'opened')));
    for (const lock of locks) await settle(db, folder, lock.id, false);
  }

  const waitingAfter = (last: Position | undefined) =>
    db
      .select({ id: media.id, owner: media.ownerUid, createdAt: sql<string>`${media.createdAt}::text` })
      .from(media)
      .where(
        and(
          eq(media.purpose, 'chat'),
          isNull(media.checkedAt),
          isNull(media.goneAt),
          ...(last ? [sql`(${media.createdAt}, ${media.id}) > (${last.createdAt}::timestamptz, ${last.id})`] : []),
        ),
      )
      .orderBy(asc(media.createdAt), asc(media.id))
      .limit(BATCH);

  return {
    name: 'check media',
    everyMs: EVERY_MS,
    async run(signal) {
      const waiting = await waitingAfter(after);
      after = undefined;
      for (const file of waiting) {
        if (signal.aborted) return;
        const outcome = await checkOne(file);
        if (outcome === 'missing') await releaseFile(file.id);
        // When the service does not answer for one file, it hardly does for the next: the run ends.
        if (outcome === 'silent') {
          after = file;
          return;
        }
      }
      const last = waiting.at(-1);
      if (last && waiting.length === BATCH) after = last;
    },
  };
}
