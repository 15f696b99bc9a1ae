import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TIMED } from './vitest.config.ts';

const SHARED = {
  globalSetup: ['tests/harness/postgres/pooler-setup.ts'],
  setupFiles: ['tests/harness/postgres/through-pooler.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** `npm run test:pooler`: the server's database tests, through PgBouncer in transaction mode. */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'pooler',
          include: ['tests/server/**/*.test.ts', 'tests/edge/**/*.test.ts'],
          // The first kills a process by ending its database sessions by name; behind a pooler no process has sessions of its own.
          exclude: ['tests/server/kills/money.test.ts', ...TIMED],
          ...SHARED,
        },
      },
      {
        extends: true,
        // Deadlines of one second: nothing else runs on the machine, as in `npm test`.
        test: { name: 'pooler-timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 }, ...SHARED },
      },
    ],
  },
});
