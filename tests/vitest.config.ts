import { defineConfig } from 'vitest/config';

/** `unit` needs nothing but this process; `integration` has a real PostgreSQL, and starts what else it needs. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'] } },
      {
        test: {
          name: 'integration',
          include: ['tests/server/**/*.test.ts', 'tests/edge/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
