import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../../contract/durations.ts';

const PREFIX = 'gemcall-test-';
/** Longer than any test run. */
const FORGOTTEN_MS = 3 * HOUR_MS;

/** Exit code of a process ended by SIGTERM: 128 plus the signal's number, as in shells. */
const SIGTERM_CODE = 143;

const made = new Set<string>();

/** Creates a folder that is removed when this process ends. Old folders left by killed processes are removed too. */
export function temporaryFolder(what: string): string {
  if (made.size === 0) {
    process.once('exit', () => made.forEach(removeFolder));
    // Vitest ends its workers with SIGTERM, whose default action does not run exit handlers.
    if (process.env['VITEST'] !== undefined) process.once('SIGTERM', () => process.exit(SIGTERM_CODE));
    forgetOld();
  }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${what}-`));
  made.add(folder);
  return folder;
}

/** Retries, because a browser still writes for a moment after it is closed. */
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
