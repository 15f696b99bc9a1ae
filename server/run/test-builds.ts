import { buildApp } from './build.ts';

/** The builds that browser tests serve: two, because tests of an update need a newer one. Folders are git-ignored. */
export const TEST_BUILDS = {
  older: { outDir: '.test-results/build/older', build: 1 },
  newer: { outDir: '.test-results/build/newer', build: 2 },
} as const;

/** Does nothing where both are there already. */
export async function buildForTests(signal?: AbortSignal): Promise<void> {
  for (const build of Object.values(TEST_BUILDS)) await buildApp({ ...build, ...(signal ? { signal } : {}) });
}
