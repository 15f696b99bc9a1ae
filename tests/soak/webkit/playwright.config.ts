import { defineConfig } from 'playwright/test';

/** One at a time, as drawing times are measured. The browser is WebKitGTK itself, not Playwright's WebKit. */
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
