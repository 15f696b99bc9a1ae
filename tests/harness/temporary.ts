import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'gemcall-test-';
/** Longer than any run of the tests. */
const FORGOTTEN_MS = 3 * 3_600_000;

/** 128 and the number of the signal, as shells give it. */
const SIGTERM_CODE = 143;

const made = new Set<string>();

/** Folder of this test process, removed when it ends. Folders that killed processes left are removed too. */
export function temporaryFolder(what: string): string {
  if (made.size === 0) {
    process.once('exit', () => made.forEach(removeFolder));
    // It ends its workers by this signal, which alone runs nothing.
    if (process.env['VITEST'] !== undefined) process.once('SIGTERM', () => process.exit(SIGTERM_CODE));
    forgetOld();
  }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${what}-`));
  made.add(folder);
  return folder;
}

/** A browser still writes for a moment after it is closed. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

function forgetOld(): void {
  const tooOld = Date.now() - FORGOTTEN_MS;
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const age = statSync(folder, { throwIfNoEntry: false });
    if (age && age.mtimeMs < tooOld) removeFolder(folder);
  }
}
