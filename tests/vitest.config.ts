import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Laws of one second and less: these files have the machine for themselves, one after another. */
export const TIMED = [
  ...['backend', 'component-return', 'deploy', 'guards', 'presence', 'prosody', 'stream-management'].map(
    (name) => `tests/edge/${name}.test.ts`,
  ),
  'tests/server/running/ready.test.ts',
  'tests/server/running/roles.test.ts',
];
/**
 * One fewer than cores is the default. With as many, a third of both had nothing to do: a file waits for its process, and a test for
 * a server.
 */
const CORES = Math.max(2, availableParallelism());
/** A time-out tells of a test that hangs, never of a machine that is slow. */
const PATIENCE = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/harness/patience.ts'],
};
/** A real PostgreSQL for all; a test file starts what else it needs. */
const WITH_POSTGRES = {
  globalSetup: ['tests/harness/postgres/postgres-setup.ts'],
  ...PATIENCE,
};

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          maxWorkers: 2 * CORES,
          sequence: { groupOrder: 1 },
          ...PATIENCE,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/server/**/*.test.ts', 'tests/edge/**/*.test.ts'],
          exclude: TIMED,
          maxWorkers: CORES + 1,
          ...WITH_POSTGRES,
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: TIMED,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...WITH_POSTGRES,
        },
      },
      {
        extends: true,
        // Minutes each, and outside `npm test` (tools/test/soak.ts).
        test: {
          name: 'soak',
          include: ['tests/soak/server/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...WITH_POSTGRES,
        },
      },
    ],
  },
});
