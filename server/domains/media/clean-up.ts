import { basename, join, sep } from 'node:path';
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import { UNNAMED_MEDIA_KEPT_MS } from '../../../contract/media/rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { MediaFolder } from './folder.ts';
import { namedAmong } from './names.ts';
import { media } from './tables.ts';

const EVERY_MS = 30_000;
const BATCH = 200;
const FOLDERS = 256;
/** Name of a media file or a resized picture of it: the last 30 digits of the id, whose first two are the name of the folder. */
const FILE = /^([0-9a-f]{30})\./;

/**
 * Creates the job that deletes profile media that no profile, story or clip uses, a batch every 30 s: rows with their files, then the
 * files of one folder without a row. Media younger than UNNAMED_MEDIA_KEPT_MS is retained, because its owner may be about to use it.
 */
export function forgetUnnamedMedia(db: Database, folder: MediaFolder, now: () => number = Date.now) {
  let after = '';
  const files = createFileSweep(db, folder, now);

  async function forgetRows(): Promise<void> {
    const batch = await db
      .select({ id: media.id })
      .from(media)
      .where(and(gt(media.id, after), lt(media.createdAt, oldBefore(now)), eq(media.purpose, 'profile')))
      .orderBy(asc(media.id))
      .limit(BATCH);
    after = batch.length < BATCH ? '' : (batch.at(-1)?.id ?? '');
    const ids = batch.map(({ id }) => id);
    const named = await namedAmong(db, ids);
    const unnamed = ids.filter((id) => !named.has(id));
    if (unnamed.length === 0) return;
    const gone = await db.transaction(async (tx) => {
      // A transaction that is about to use one of these files has locked its row; the second query sees its result.
      await tx.select({ id: media.id }).from(media).where(inArray(media.id, unnamed)).for('update');
      const saved = await namedAmong(tx, unnamed);
      const doomed = unnamed.filter((id) => !saved.has(id));
      return doomed.length === 0 ? [] : tx.delete(media).where(inArray(media.id, doomed)).returning({ id: media.id });
    });
    for (const { id } of gone) await files.forget(id.slice(0, 2), new Set([id]));
  }

  return {
    name: 'forget unnamed media',
    everyMs: EVERY_MS,
    async run(signal?: AbortSignal): Promise<void> {
      await forgetRows();
      if (signal?.aborted) return;
      await files.forgetNext();
    },
  };
}

/**
 * Creates the job that deletes files of messages without a row and older than UNNAMED_MEDIA_KEPT_MS, one folder every 30 s: a process
 * that dies during an upload leaves a file without a row.
 */
export function forgetStrayFiles(db: Database, folder: MediaFolder, now: () => number = Date.now) {
  const { forgetNext: run } = createFileSweep(db, folder, now);
  return { name: 'forget stray files', everyMs: EVERY_MS, run };
}

const oldBefore = (now: () => number) => new Date(now() - UNNAMED_MEDIA_KEPT_MS);

/**
 * Creates the functions that delete files of a media folder: `forget` in one subfolder, `forgetNext` in the next of its 256 subfolders at
 * each call.
 */
function createFileSweep(db: Database, folder: MediaFolder, now: () => number) {
  let at = 0;

  /** Deletes the files of these ids in one subfolder (`prefix`); without ids, its files that have no row and are old enough. */
  async function forget(prefix: string, doomed?: ReadonlySet<string>): Promise<void> {
    const all = await folder.files.list(`${join(folder.root, prefix)}${sep}`);
    const paths = all.filter((path) => FILE.test(basename(path)));
    const idOf = (path: string) => prefix + (FILE.exec(basename(path))?.[1] ?? '');
    const ids = [...new Set(paths.map(idOf))];
    const known = doomed ? undefined : await rowsAmong(ids);
    for (const path of paths) {
      const orphan = known ? !known.has(idOf(path)) && (await isOld(path)) : doomed?.has(idOf(path));
      if (orphan) await folder.files.delete(path);
    }
  }

  async function rowsAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH);
      const rows = await db.select({ id: media.id }).from(media).where(inArray(media.id, some));
      for (const { id } of rows) known.add(id);
    }
    return known;
  }
  const isOld = async (path: string) => {
    const { at: storedAt = Number.POSITIVE_INFINITY } = (await folder.files.stat(path)) ?? {};
    return storedAt < oldBefore(now).getTime();
  };

  return {
    forget,
    async forgetNext(): Promise<void> {
      await forget(at.toString(16).padStart(2, '0'));
      at = (at + 1) % FOLDERS;
    },
  };
}
