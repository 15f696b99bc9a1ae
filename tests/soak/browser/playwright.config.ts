import { defineConfig } from 'playwright/test';
import type { Options } from '../../e2e/base.ts';

/** One at a time, so that a test's load on browser and machine does not affect another test. */
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../../.test-results/soak',
  globalSetup: '../../e2e/global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  },
});
