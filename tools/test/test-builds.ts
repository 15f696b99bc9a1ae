import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../../contract/durations.ts';
import { buildApp, sourceHash } from '../build/build.ts';
import { buildGalleries } from './gallery-builds.ts';

/** Folder of all builds for tests and of their prepared PostgreSQL cluster; `buildForTests` deletes entries older than an hour. */
export const BUILDS = '.test-results/build';
const KEPT_MS = HOUR_MS;

/** Name of the builds, inherited by all processes of a test run, so that they share builds even if sources change meanwhile. */
const NAME = 'GEMCALL_TEST_BUILD';
process.env[NAME] ??= sourceHash().slice(0, 12);
const place = (build: string) => join(BUILDS, `${process.env[NAME]}-${build}`);

/**
 * Builds for browser tests: two of the same sources, as update tests need a newer one, and those of the other brands. A build takes about
 * two seconds.
 */
export const TEST_BUILDS = {
  older: { outDir: place('older'), build: 1, brand: 'gemcall' },
  newer: { outDir: place('newer'), build: 2, brand: 'gemcall' },
  velora: { outDir: place('velora'), build: 1, brand: 'velora' },
  miravo: { outDir: place('miravo'), build: 1, brand: 'miravo' },
} as const;

/**
 * Called before browser tests: builds the apps of `TEST_BUILDS` and the galleries whose folders are missing, and deletes builds older than
 * an hour.
 */
export async function buildForTests(signal?: AbortSignal): Promise<void> {
  forgetOldBuilds();
  // Both kinds are built at the same time, because one build uses little more than one core.
  await Promise.all([buildProducts(signal), buildGalleries(signal)]);
}

async function buildProducts(signal?: AbortSignal): Promise<void> {
  for (const test of Object.values(TEST_BUILDS)) {
    if (existsSync(test.outDir)) continue;
    // Compress one build, so that most tests use what users get; compressing the others would take a third of their build time.
    const compress = test === TEST_BUILDS.older;
    await buildApp({ ...test, compress, environment: 'test', ...(signal ? { signal } : {}) });
  }
}

/** Deletes builds older than an hour; newer ones may be in use by another run. */
function forgetOldBuilds(): void {
  if (!existsSync(BUILDS)) return;
  const tooOld = Date.now() - KEPT_MS;
  for (const path of readdirSync(BUILDS).map((name) => join(BUILDS, name))) {
    if (statSync(path).mtimeMs < tooOld) rmSync(path, { recursive: true, force: true });
  }
}
