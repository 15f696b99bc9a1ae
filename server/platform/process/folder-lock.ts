import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An exclusive lock that this process has on a folder, until `release` or its end. */
export type FolderLock = { release(): void };

/**
 * Locks an existing folder for this process; undefined if another one has locked it. It uses SQLite's exclusive lock of the file `lock`,
 * which the operating system releases when the owner ends in any way, so there are no stale locks.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Whether another process has locked the folder. Creates nothing. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(join(folder, 'lock'))) return false;
  const lock = lockFolder(folder);
  lock?.release();
  return lock === undefined;
}
