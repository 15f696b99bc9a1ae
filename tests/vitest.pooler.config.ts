import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `npm run test:pooler`: what the server does with its database, through PgBouncer in transaction mode. Laws of time are not meant. */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    include: ['tests/server/**/*.test.ts', 'tests/edge/**/*.test.ts'],
    // Its processes die as their sessions are ended, by the name of each; here no process has sessions of its own.
    exclude: ['tests/server/kills/money.test.ts'],
    globalSetup: ['tests/harness/pooler-setup.ts'],
    setupFiles: ['tests/harness/through-pooler.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
