import { defineConfig } from 'playwright/test';

/** One at a time: how soon a page is drawn is measured. The browsers are WebKitGTK's own, not Playwright's. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../.test-results/soak-webkit',
  globalSetup: '../../e2e/global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 1_800_000,
  reporter: 'list',
});
