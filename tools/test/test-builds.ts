import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, sourceHash } from '../build/build.ts';
import { buildGalleries } from './gallery-builds.ts';

export const BUILDS = '.test-results/build';
const KEPT_MS = 3_600_000;

/** The processes of one run share a build, even when sources change in the meantime: the first one sets its name. */
const NAME = 'GEMCALL_TEST_BUILD';
process.env[NAME] ??= sourceHash().slice(0, 12);
const place = (which: string) => join(BUILDS, `${process.env[NAME]}-${which}`);

/**
 * Builds that browser tests serve: two of the same sources, because tests of an update need a newer one, and those of
 * the other brands. One takes about two seconds.
 */
export const TEST_BUILDS = {
  older: { outDir: place('older'), build: 1, brand: 'gemcall' },
  newer: { outDir: place('newer'), build: 2, brand: 'gemcall' },
  velora: { outDir: place('velora'), build: 1, brand: 'velora' },
  miravo: { outDir: place('miravo'), build: 1, brand: 'miravo' },
} as const;

/** Does nothing where all exist already. */
export async function buildForTests(signal?: AbortSignal): Promise<void> {
  forgetOldBuilds();
  // A build keeps little more than one core busy.
  await Promise.all([buildProducts(signal), buildGalleries(signal)]);
}

async function buildProducts(signal?: AbortSignal): Promise<void> {
  for (const test of Object.values(TEST_BUILDS)) {
    if (existsSync(test.outDir)) continue;
    // Most journeys get what a person gets; to compress the others as well takes a third of the time of a build.
    const compress = test === TEST_BUILDS.older;
    await buildApp({ ...test, compress, environment: 'test', ...(signal ? { signal } : {}) });
  }
}

/** Builds of other sources may still be in use by a run in progress. */
function forgetOldBuilds(): void {
  if (!existsSync(BUILDS)) return;
  const tooOld = Date.now() - KEPT_MS;
  for (const path of readdirSync(BUILDS).map((name) => join(BUILDS, name))) {
    if (statSync(path).mtimeMs < tooOld) rmSync(path, { recursive: true, force: true });
  }
}
