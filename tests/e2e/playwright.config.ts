import { defineConfig } from 'playwright/test';
import type { Options } from './base.ts';

/** Two workers, each with a product of its own: more only wait for each other on two cores. */
export default defineConfig<Options>({
  testDir: '..',
  testMatch: ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'],
  outputDir: '../../.test-results/e2e',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // To install it takes as long as a short test: only those do that speak of it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 } } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, motion: 'reduce' } },
  ],
});
