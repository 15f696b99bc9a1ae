import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Files whose assertions have deadlines of one second or less. They run one after another, with no other test on the machine. */
export const TIMED = [
  ...['backend', 'component-return', 'deploy', 'guards', 'presence', 'prosody', 'stream-management'].map(
    (name) => `tests/edge/${name}.test.ts`,
  ),
  'tests/server/running/ready.test.ts',
  'tests/server/running/roles.test.ts',
];
/**
 * Vitest's default of one worker fewer than cores leaves a third of them idle: a file waits for its process, and a test waits for a server.
 */
const CORES = Math.max(2, availableParallelism());
/** Generous, so that a time-out means that a test hangs, never that the machine is slow. */
const PATIENCE = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/harness/patience.ts'],
};
/** One PostgreSQL for all files; a test file starts the other processes that it needs. */
const WITH_POSTGRES = {
  globalSetup: ['tests/harness/postgres/postgres-setup.ts'],
  ...PATIENCE,
};

export default defineConfig({
  define: { __BUILD__: '7' },
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
        // Minutes each, so `npm test` does not run them (tools/test/soak.ts does).
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
