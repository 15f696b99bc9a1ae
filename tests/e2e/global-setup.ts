import { buildForTests } from '../../tools/test/test-builds.ts';

/** Does nothing where `npm test` has built already; a spec run by hand gets its builds here. */
export default async function setUp(): Promise<void> {
  await buildForTests();
}
