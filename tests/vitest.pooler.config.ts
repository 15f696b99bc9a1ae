import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TIMED } from './vitest.config.ts';

const SHARED = {
  globalSetup: ['tests/harness/postgres/pooler-setup.ts'],
  setupFiles: ['tests/harness/postgres/through-pooler.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** `npm run test:pooler`: what the server does with its database, through PgBouncer in transaction mode. */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'pooler',
          include: ['tests/server/**/*.test.ts', 'tests/edge/**/*.test.ts'],
          // The processes of the first die as their sessions are ended, by the name of each; here no process has sessions of its own.
          exclude: ['tests/server/kills/money.test.ts', ...TIMED],
          ...SHARED,
        },
      },
      {
        extends: true,
        // Laws of one second: alone on the machine, as in `npm test`.
        test: { name: 'pooler-timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 }, ...SHARED },
      },
    ],
  },
});
