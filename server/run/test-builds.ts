import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, sourceHash } from './build.ts';

const FOLDER = '.test-results/build';
const KEPT_MS = 3_600_000;

/** The processes of one run share a build, even when sources change in the meantime: the first one names it. */
const NAME = 'GEMCALL_TEST_BUILD';
process.env[NAME] ??= sourceHash().slice(0, 12);
const place = (which: string) => join(FOLDER, `${process.env[NAME]}-${which}`);

/** The builds that browser tests serve: two of the same sources, because tests of an update need a newer one. */
export const TEST_BUILDS = {
  older: { outDir: place('older'), build: 1 },
  newer: { outDir: place('newer'), build: 2 },
} as const;

/** Does nothing where both are there already. */
export async function buildForTests(signal?: AbortSignal): Promise<void> {
  forgetOldBuilds();
  for (const { outDir, build } of Object.values(TEST_BUILDS)) {
    if (!existsSync(outDir)) await buildApp({ outDir, build, ...(signal ? { signal } : {}) });
  }
}

/** Those of other sources may still be served by a run that goes on, for a while. */
function forgetOldBuilds(): void {
  if (!existsSync(FOLDER)) return;
  const tooOld = Date.now() - KEPT_MS;
  for (const path of readdirSync(FOLDER).map((name) => join(FOLDER, name))) {
    if (statSync(path).mtimeMs < tooOld) rmSync(path, { recursive: true, force: true });
  }
}
