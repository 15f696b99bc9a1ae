import type { BrowserContext, Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { closeBrowsers, type LaunchOptions, launchBrowser, openProfile } from '../harness/browser/browser.ts';
import { openSignedIn, type Password } from '../harness/browser/kept-session.ts';
import { describePages } from '../harness/browser/page-state.ts';
import { type Problems, watchProblems } from '../harness/browser/problems.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { stopSharedPostgres } from '../harness/postgres/database.ts';

/** Options that a test file sets with `test.use`. */
export type Options = {
  /** Console problems that a test provokes on purpose, such as /ERR_CONNECTION_REFUSED/ when it stops the server. */
  readonly allowedProblems: readonly RegExp[];
  /** True: a separate product for each test, for tests that stop or restart it. False: one product for each Playwright worker. */
  readonly ownProduct: boolean;
  /** True: browser profiles on disk. Chromium denies notifications, push and installation to an in-memory profile. */
  readonly onDisk: boolean;
  /** True: Chromium with windows instead of the headless shell, which has no clipboard and ignores `execCommand('insertText')`. */
  readonly hasWindows: boolean;
  /** True: scripts are optimised, as for users. A test of durations needs it; a short test is faster without. */
  readonly isTimed: boolean;
  /** The value of `prefers-reduced-motion`. */
  readonly motion: 'reduce' | 'no-preference';
};

type Fixtures = Options & {
  readonly product: Product;
  /** The context settings of the Playwright project and of the test file. */
  readonly chosen: LaunchOptions;
  /** Opens another browser with its own profile, as another user or another device has it. It is closed after the test. */
  openBrowser(options?: LaunchOptions): Promise<BrowserContext>;
  /** Fails the test if a page or worker of the context logs an error, throws an exception or violates a policy. */
  readonly watch: (context: BrowserContext) => Promise<void>;
};

type Shared = { readonly sharedProduct: Product; readonly browsers: typeof openProfile };

/** Timeout of an action such as a click: shorter than that of the test, so that a missing element is reported at its own source line. */
const ACTION_MS = 90_000;

/** Lines of the server's log in the report of a failed test. */
const LOG_LINES = 5;

/** The settings of a Playwright project that apply to a browser context. Other options of the built-in `context` fixture have no effect. */
const CONTEXT_OPTIONS = [
  'viewport',
  'colorScheme',
  'locale',
  'timezoneId',
  'hasTouch',
  'isMobile',
  'serviceWorkers',
] as const;

/** Playwright's `test` with a running product, browsers on it, and the check that no problem was logged. */
export const test = base.extend<Fixtures, Shared>({
  allowedProblems: [[], { option: true }],
  ownProduct: [false, { option: true }],
  onDisk: [false, { option: true }],
  hasWindows: [false, { option: true }],
  isTimed: [false, { option: true }],
  motion: ['no-preference', { option: true }],

  sharedProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
    async ({}, use) => {
      const product = await startProduct({ payments: true });
      await use(product);
      await product.stop();
      await stopSharedPostgres();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
    async ({}, use) => {
      await use(openProfile);
      await closeBrowsers();
    },
    { scope: 'worker' },
  ],

  product: async ({ ownProduct, sharedProduct }, use) => {
    if (!ownProduct) {
      await use(sharedProduct);
      return;
    }
    const product = await startProduct();
    await use(product);
    await product.stop();
  },

  watch: async ({ allowedProblems }, use) => {
    const watched: Problems[] = [];
    await use(async (context) => {
      watched.push(await watchProblems(context));
    });
    expect(watched.flatMap((problems) => problems.seen(allowedProblems))).toEqual([]);
  },

  chosen: async ({ viewport, colorScheme, locale, timezoneId, hasTouch, isMobile, serviceWorkers }, use) => {
    const given = { viewport, colorScheme, locale, timezoneId, hasTouch, isMobile, serviceWorkers };
    await use(Object.fromEntries(CONTEXT_OPTIONS.map((name) => [name, given[name]] as const).filter(isSet)));
  },

  openBrowser: async ({ product, watch, browsers, chosen, motion, onDisk, hasWindows, isTimed }, use, { errors }) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const settings: LaunchOptions = {
        baseURL: product.url,
        reducedMotion: motion,
        hasWindows,
        isTimed,
        ...chosen,
        ...options,
      };
      const { userDataDir, ...others } = settings;
      // Other tests share one browser process.
      const alone = onDisk || userDataDir !== undefined;
      const context = await (alone ? launchBrowser(settings) : browsers(others));
      contexts.push(context);
      context.setDefaultTimeout(ACTION_MS);
      await watch(context);
      return context;
    });
    if (errors.length > 0) {
      const seen = [...(await Promise.all(contexts.map(describePages))).flat(), ...warningsOf(product)];
      errors.push(...seen.map((message) => ({ message })));
    }
    for (const context of contexts) await context.close();
  },

  context: async ({ openBrowser }, use) => use(await openBrowser()),

  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});

/** The last warnings and errors in the log of the server (pino: levels 40 and above). */
const warningsOf = (product: Product) =>
  product
    .logs()
    .split('\n')
    .filter((line) => /"level":[4-6]0\b/.test(line))
    .slice(-LOG_LINES);

const isSet = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

/** Password of every demo account of viewers and hosts. */
export const DEMO_PASSWORD = 'gemcall';
/** The timeout for a page to load. Only a failing test reaches it. */
const PATIENCE_MS = 30_000;

/**
 * Opens the list of conversations, or `at`, signed in. The session row is stored before the page loads, so the browser must have no
 * earlier session. For the sign-in form, and for a browser with an earlier session, use `signInByForm`.
 */
export const signIn = (page: Page, uid: number, at?: string): Promise<void> =>
  enter(page, { uid, passwd: DEMO_PASSWORD }, at);

/** Signs in with a new guest account, which shares no data with other tests. The browser must have no earlier session. */
export const enterAsGuest = (page: Page, at?: string): Promise<void> => enter(page, undefined, at);

async function enter(page: Page, login: Password | undefined, at: string | undefined): Promise<void> {
  await openSignedIn(page, at ?? '/message', login);
  if (at === undefined) await conversations(page).waitFor({ timeout: PATIENCE_MS });
}

/** `includeHidden`: a panel over the page makes the heading inert. */
const conversations = (page: Page) =>
  page.getByRole('heading', { name: 'Messages', exact: true, includeHidden: true }).first();

/** Signs in through the form and waits for the list of conversations. */
export async function signInByForm(page: Page, uid: number): Promise<void> {
  await page.goto('/userpassword?next=%2Fmessage');
  await page.getByLabel('User ID').fill(String(uid));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/message');
}
