import { defineConfig } from 'vitest/config';

const SHARED = {
  globalSetup: ['tests/harness/postgres/postgres-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: 1,
};

/** `npm run test:engines`: the edge tests on Prosody and again on ejabberd, and the tests of a cluster of two ejabberd nodes. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'prosody', include: ['tests/edge/**/*.test.ts'], ...SHARED } },
      {
        test: {
          name: 'ejabberd',
          include: ['tests/edge/**/*.test.ts'],
          // They test the bundled Prosody and its configuration.
          exclude: ['tests/edge/prosody.test.ts', 'tests/edge/other-engine.test.ts'],
          setupFiles: ['tests/harness/servers/on-ejabberd.ts'],
          env: { GEMCALL_TEST_ENGINE: 'ejabberd' },
          ...SHARED,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'cluster', include: ['tests/engines/**/*.test.ts'], ...SHARED, sequence: { groupOrder: 2 } } },
    ],
  },
});
