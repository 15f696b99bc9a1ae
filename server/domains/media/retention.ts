import { basename, join, sep } from 'node:path';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { GONE_KEPT_DAYS } from '../../../contract/media/rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { MediaFolder } from './folder.ts';
import { isReported } from './reported.ts';
import { media, mediaLock, mediaShare } from './tables.ts';

const EVERY_MS = HOUR_MS;
const BATCH = 200;
/** Time within which the row of a stored file is inserted. */
const ROW_FOLLOWS_WITHIN_MS = HOUR_MS;
/** Files in open reports are retained. When a report is closed, a trigger extends their retention (keep_reported_media). */
const REPORTED = isReported(sql`${media.id}`, sql`${media.ownerUid}`, { open: true });
const FOLDERS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));
const FILE = /^([0-9a-f]{30})\./;

/**
 * Creates the hourly job that deletes files of messages at the end of their retention, unless they are in an open report. The row is
 * retained for GONE_KEPT_DAYS, so that requests get 410. Locks that were not opened become void. Then it deletes files without a row,
 * such as those of a deleted account.
 */
export function forgetPrivateMedia(db: Database, folder: MediaFolder, now: () => number = Date.now): Job {
  const at = () => new Date(now());

  async function forgetBatch(): Promise<number> {
    const isOver = and(
      eq(media.purpose, 'chat'),
      isNull(media.goneAt),
      lt(media.keptUntil, at()),
      sql`not ${REPORTED}`,
    );
    const found = await db
      .select({ id: media.id })
      .from(media)
      .where(isOver)
      .orderBy(asc(media.keptUntil))
      .limit(BATCH);
    const some = found.map(({ id }) => id);
    if (some.length === 0) return 0;
    const ids = await db.transaction(async (tx) => {
      const locked = tx.select({ id: mediaShare.lockId }).from(mediaShare).where(inArray(mediaShare.mediaId, some));
      // Locks are locked before files, as everywhere: when one is opened meanwhile, its files are retained.
      await tx
        .select({ id: mediaLock.id })
        .from(mediaLock)
        .where(inArray(mediaLock.id, locked))
        .orderBy(mediaLock.id)
        .for('update');
      const over = await tx
        .select({ id: media.id })
        .from(media)
        .where(and(inArray(media.id, some), isOver))
        .orderBy(media.id)
        .for('update', { skipLocked: true });
      const gone = over.map(({ id }) => id);
      if (gone.length === 0) return gone;
      const theirs = tx.select({ id: mediaShare.lockId }).from(mediaShare).where(inArray(mediaShare.mediaId, gone));
      await tx
        .update(mediaLock)
        .set({ state: 'void' })
        .where(and(eq(mediaLock.state, 'locked'), inArray(mediaLock.id, theirs)));
      // Frees the upload name, which is unique per owner: otherwise the sender's upload of the same file again would fail.
      await tx.update(media).set({ goneAt: at(), uploadName: null }).where(inArray(media.id, gone));
      return gone;
    });
    for (const id of ids) await folder.remove(id);
    return ids.length;
  }

  async function forgetRows(): Promise<void> {
    const before = new Date(now() - GONE_KEPT_DAYS * DAY_MS);
    await db.delete(media).where(and(eq(media.purpose, 'chat'), lt(media.goneAt, before)));
  }

  async function forgetOrphans(prefix: string): Promise<void> {
    const paths = (await folder.files.list(`${join(folder.root, prefix)}${sep}`)).filter((path) =>
      FILE.test(basename(path)),
    );
    const idOf = (path: string) => prefix + (FILE.exec(basename(path))?.[1] ?? '');
    const ids = [...new Set(paths.map(idOf))];
    const known = new Set<string>();
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH);
      const rows = await db
        .select({ id: media.id })
        .from(media)
        .where(and(inArray(media.id, some), eq(media.purpose, 'chat'), isNull(media.goneAt)));
      for (const { id } of rows) known.add(id);
    }
    for (const path of paths) if (!known.has(idOf(path)) && (await isOld(path))) await folder.files.delete(path);
  }
  const isOld = async (path: string) => {
    const stored = await folder.files.stat(path);
    return stored !== undefined && now() - stored.at > ROW_FOLLOWS_WITHIN_MS;
  };

  return {
    name: 'forget private media',
    everyMs: EVERY_MS,
    async run(signal) {
      while (!signal.aborted && (await forgetBatch()) === BATCH);
      await forgetRows();
      for (const prefix of FOLDERS) if (!signal.aborted) await forgetOrphans(prefix);
    },
  };
}
