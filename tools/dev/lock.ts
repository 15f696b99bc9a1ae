import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDataDir } from '../../server/platform/process/data-dir.ts';
import { lockFolder } from '../../server/platform/process/folder-lock.ts';
import { Stop } from '../stop.ts';

/** Locks the data folder for this process before anything runs on it, or throws a `Stop` that names the owner. */
export function lockDataDir(dataDir: string, port: number): { release(): void } {
  ensureDataDir(dataDir);
  const ownerFile = join(dataDir, 'owner');
  const lock = lockFolder(dataDir);
  if (!lock) throw new Stop(`already running on the data folder ${dataDir} (${readOwner(ownerFile)})`);
  writeFileSync(ownerFile, `pid ${process.pid}, http://localhost:${port}`);
  return lock;
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'its owner is just starting';
  }
}
