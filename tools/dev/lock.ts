import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureDataDir } from '../../server/platform/process/data-dir.ts';
import { Stop } from '../stop.ts';

/**
 * Locks the data folder for this process before anything runs on it, or throws a `Stop` that names the owner. It uses SQLite's exclusive
 * file lock, which the operating system releases when the owner ends in any way, so there are no stale locks.
 */
export function lockDataDir(dataDir: string, port: number): { release(): void } {
  ensureDataDir(dataDir);
  const ownerFile = join(dataDir, 'owner');
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && /locked|busy/.test(error.message))) throw error;
    throw new Stop(`already running on the data folder ${dataDir} (${readOwner(ownerFile)})`);
  }
  writeFileSync(ownerFile, `pid ${process.pid}, http://localhost:${port}`);
  return { release: () => database.close() };
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'its owner is just starting';
  }
}
