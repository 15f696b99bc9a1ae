import { defineConfig } from 'playwright/test';
import { isSlowMachine } from '../harness/machine-speed.ts';
import type { Options } from './base.ts';

const JOURNEYS = ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'];
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1440, height: 900 } };

/**
 * Workers, each with a product of its own. On an ordinary machine one more than it has cores: with as many, a seventh of both had nothing to
 * do while a page waited for its server. A slow machine is never idle, and three video calls at once outlast the deadlines of a call there.
 */
const WORKERS = isSlowMachine() ? 2 : 3;

export default defineConfig<Options>({
  testDir: '..',
  outputDir: '../../.test-results/e2e',
  globalSetup: './global-setup.ts',
  workers: WORKERS,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // What a quick machine does in one second may take a slow one with other work ten. Only a test that fails waits so long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Steps only: pictures and pages of each of them would be half of the run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // To install it takes as long as a short test: only those do that speak of it.
    serviceWorkers: 'block',
  },
  projects: [
    // Run before the others and alone (tools/test/test-steps.ts): how soon people are back is timed.
    { name: 'faults', testMatch: JOURNEYS, grep: /@timed/, use: DESK },
    // Looks of all screens, drawn from rows: no server, no second person.
    { name: 'gallery', testMatch: 'gallery/**/*.spec.ts', fullyParallel: true },
    // The main journeys in another engine, which it drives itself.
    { name: 'firefox', testMatch: 'firefox/**/*.spec.ts' },
    // What is the same on every screen is looked at on one of them: its tag says which.
    { name: 'phone', testMatch: JOURNEYS, grepInvert: /@desk|@timed/, use: PHONE },
    {
      name: 'desktop',
      testMatch: JOURNEYS,
      grepInvert: /@phone|@timed/,
      use: { ...DESK, motion: 'reduce' },
    },
  ],
});
