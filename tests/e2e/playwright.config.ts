import { defineConfig } from 'playwright/test';
import type { Options } from './base.ts';

const JOURNEYS = ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'];
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1440, height: 900 } };

/**
 * CI is ended after 90 minutes, which all tests exceed on a machine that is half as fast as an ordinary one. There, these journeys and the
 * screens of the further brands are left out, and the phone's run of journeys for both sizes; `npm test` runs them everywhere else.
 */
const IS_CI = process.env['CI'] !== undefined;
const LEFT_OUT_IN_CI = [
  'calls/effects',
  'calls/relays',
  'hosts/demo-walk',
  'pages/account/download',
  'pages/account/edit-profile',
  'pages/account/expired',
  'pages/account/gift-pack',
  'pages/chat/around-message',
  'pages/chat/place',
  'pages/chat/said',
  'pages/every-route',
  'pages/installed/away',
  'pages/installed/no-database',
  'pages/installed/worker-off',
  'pages/payments/payment-deaths',
  'pages/people/blurred-placeholder',
  'pages/people/friends',
  'pages/people/match-room',
  'pages/people/moving-portrait',
  'pages/people/portraits',
  'pages/people/preflight',
  'pages/people/suggestion',
  'pages/people/video-view',
].map((name) => `e2e/${name}.spec.ts`);
const FURTHER_BRANDS = /desk: the screens |have enough contrast/;

/**
 * The number of Playwright workers; each has its own product with its servers and database. With a third worker on two cores, a seventh of
 * the CPU time was used that is idle with two, but requests on the same machine took longer than their deadlines of 8 s. Tests of video
 * calls have the lock `video`, so they run one after another: concurrent calls miss the deadlines of a call.
 */
const WORKERS = 2;

export default defineConfig<Options>({
  testDir: '..',
  outputDir: '../../.test-results/e2e',
  globalSetup: './global-setup.ts',
  workers: WORKERS,
  retries: 0,
  forbidOnly: IS_CI,
  // A slow, busy machine needs ten times as long as a fast one. Only a failing test reaches these timeouts.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    // A trace of actions alone would take a seventh of the run; `npm test -- e2e -g TITLE --trace on` writes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // Installing the service worker takes as long as a short test, so only the tests of it allow it.
    serviceWorkers: 'block',
  },
  projects: [
    // These run first and without other tests (tools/test/test-steps.ts) because they measure how soon users are connected again.
    { name: 'faults', testMatch: JOURNEYS, grep: /@timed/, use: { ...DESK, isTimed: true } },
    // Screenshots of all screens, drawn from rows: without a server or a second user.
    {
      name: 'gallery',
      testMatch: 'gallery/**/*.spec.ts',
      fullyParallel: true,
      ...(IS_CI && { grepInvert: FURTHER_BRANDS }),
    },
    // The main journeys in Firefox; the project starts the browser itself.
    { name: 'firefox', testMatch: 'firefox/**/*.spec.ts' },
    // The main journeys in WebKitGTK, driven by WebDriver (tests/harness/browser/webkit.ts).
    { name: 'webkit', testMatch: 'webkit/**/*.spec.ts', testIgnore: '**/soak/**' },
    // A test whose result does not depend on the screen size has a tag that limits it to one of these projects.
    // The desktop comes first because it has the longest tests: a long test at the end leaves the other workers idle.
    {
      name: 'desktop',
      testMatch: JOURNEYS,
      testIgnore: IS_CI ? LEFT_OUT_IN_CI : [],
      grepInvert: /@phone|@timed/,
      use: { ...DESK, motion: 'reduce' },
    },
    {
      name: 'phone',
      testMatch: JOURNEYS,
      testIgnore: IS_CI ? LEFT_OUT_IN_CI : [],
      grepInvert: /@desk|@timed/,
      // In CI a journey for both sizes runs on the desktop alone.
      ...(IS_CI && { grep: /@phone/ }),
      use: PHONE,
    },
  ],
});
