import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'gemcall-test-';
/** Longer than any run of the tests. */
const FORGOTTEN_MS = 3 * 3_600_000;

const made = new Set<string>();

/** A folder of this test process, removed when it ends. What killed processes left behind is removed in passing. */
export function temporaryFolder(what: string): string {
  if (made.size === 0) {
    process.once('exit', () => made.forEach(removeFolder));
    forgetOld();
  }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${what}-`));
  made.add(folder);
  return folder;
}

/** A browser goes on writing for a moment after it is closed. */
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
