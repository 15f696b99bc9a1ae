import { buildForTests } from '../../tools/test/test-builds.ts';

/** Builds the app, unless `npm test` has already built it. */
export default async function setUp(): Promise<void> {
  await buildForTests();
}
