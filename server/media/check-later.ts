import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import type { Job } from '../jobs.ts';
import { type ContentCheck, isRefused } from './check.ts';
import type { MediaFolder } from './folder.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const EVERY_MS = 60_000;
const BATCH = 50;

/** A file that was taken back: from whom, and of which messages. */
export type TakenBack = {
  readonly id: string;
  readonly owner: number;
  readonly ended: readonly { readonly uid: number; readonly mid: string }[];
};
export type OnTakenBack = (tx: Transaction, file: TakenBack) => Promise<void>;

/** Takes a file back from all who got it. */
async function takeBack(tx: Transaction, id: string): Promise<TakenBack['ended']> {
  const ended = await tx
    .update(mediaShare)
    .set({ ended: true })
    .where(eq(mediaShare.mediaId, id))
    .returning({ uid: mediaShare.uid, mid: mediaShare.mid, lockId: mediaShare.lockId });
  const lockIds = ended.flatMap(({ lockId }) => lockId ?? []);
  // Nobody may pay for it any more.
  await tx
    .update(mediaLock)
    .set({ state: 'void' })
    .where(and(eq(mediaLock.state, 'locked'), inArray(mediaLock.id, lockIds)));
  return ended;
}

/** Asks again about what nobody could check when it came. Where that is refused now, its receivers see it no more. */
export function checkLater(db: Database, folder: MediaFolder, check: ContentCheck, onTakenBack: OnTakenBack): Job {
  async function checkOne({ id, owner }: { readonly id: string; readonly owner: number }): Promise<boolean> {
    // Of a clip its poster, and its later frames.
    const frames = await folder.frames(id);
    const checked = await folder.withLocal([folder.original(id, 'picture'), ...frames], check);
    if (checked?.checkedAt === undefined) return false;
    await db.transaction(async (tx) => {
      const first = await tx
        .update(media)
        .set(checked)
        .where(and(eq(media.id, id), isNull(media.checkedAt)))
        .returning({ id: media.id });
      // Another process had its answer before us, and did what follows.
      if (first.length === 0) return;
      if (isRefused(checked)) await onTakenBack(tx, { id, owner, ended: await takeBack(tx, id) });
    });
    await Promise.all(frames.map((frame) => folder.files.delete(frame)));
    return true;
  }

  return {
    name: 'check media',
    everyMs: EVERY_MS,
    async run(signal) {
      const waiting = await db
        .select({ id: media.id, owner: media.ownerUid })
        .from(media)
        .where(and(eq(media.purpose, 'chat'), isNull(media.checkedAt), isNull(media.goneAt)))
        .orderBy(asc(media.createdAt))
        .limit(BATCH);
      // One that is silent is so for the next, too.
      for (const one of waiting) if (signal.aborted || !(await checkOne(one))) return;
    },
  };
}
