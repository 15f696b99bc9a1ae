import { defineConfig } from 'vitest/config';

/** `npm run test:deploy`: the manual followed on empty machines, and the container image. A test goes on where the one before has ended. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 7_200_000,
          hookTimeout: 7_200_000,
          maxWorkers: 1,
          bail: 1,
        },
      },
    ],
  },
});
