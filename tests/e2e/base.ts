import type { BrowserContext, Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { closeBrowsers, type LaunchOptions, launchBrowser, openProfile } from '../harness/browser/browser.ts';
import { openSignedIn, type Password } from '../harness/browser/kept-session.ts';
import { type Problems, watchProblems } from '../harness/browser/problems.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { stopSharedPostgres } from '../harness/postgres/database.ts';

export type Options = {
  /** Problems that a test provokes on purpose, such as /ERR_CONNECTION_REFUSED/ where it ends the server. */
  readonly allowedProblems: readonly RegExp[];
  /** Set to have a product for each test instead of one for each worker: for tests that end or restart it. */
  readonly ownProduct: boolean;
  /** Set for profiles on disk: Chromium denies notifications, push and installation to one that is in memory. */
  readonly onDisk: boolean;
  /** What the reader has chosen on the device (prefers-reduced-motion). */
  readonly motion: 'reduce' | 'no-preference';
};

type Fixtures = Options & {
  /** Where the pages come from. */
  readonly product: Product;
  /** The project's and the file's settings of a context. */
  readonly chosen: LaunchOptions;
  /** Opens another browser with a profile of its own: another person, another device. Closed after the test. */
  openBrowser(options?: LaunchOptions): Promise<BrowserContext>;
  /** Fails the test that saw an error on a console, an exception or a policy violation, in any page or worker. */
  readonly watch: (context: BrowserContext) => Promise<void>;
};

type Shared = { readonly sharedProduct: Product; readonly browsers: typeof openProfile };

/** Only a click that waits in vain takes so long; it names its line then, before the time of the test is over. */
const ACTION_MS = 90_000;

/** The names that contexts share with the settings of a project. Options of the built-in context are not handed on. */
const CONTEXT_OPTIONS = [
  'viewport',
  'colorScheme',
  'locale',
  'timezoneId',
  'hasTouch',
  'isMobile',
  'serviceWorkers',
] as const;

export const test = base.extend<Fixtures, Shared>({
  allowedProblems: [[], { option: true }],
  ownProduct: [false, { option: true }],
  onDisk: [false, { option: true }],
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

  openBrowser: async ({ product, watch, browsers, chosen, motion, onDisk }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const settings: LaunchOptions = { baseURL: product.url, reducedMotion: motion, ...chosen, ...options };
      const { userDataDir, ...others } = settings;
      // Else one browser serves many, one after another.
      const alone = onDisk || userDataDir !== undefined;
      const context = await (alone ? launchBrowser(settings) : browsers(others));
      contexts.push(context);
      context.setDefaultTimeout(ACTION_MS);
      await watch(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },

  context: async ({ openBrowser }, use) => use(await openBrowser()),

  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});

const isSet = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

export const DEMO_PASSWORD = 'gemcall';
/** Only a test that fails waits so long. */
const PATIENCE_MS = 30_000;

/**
 * Signed in, in a browser that was not here before: the session is kept before the page begins. At the list of conversations, or
 * on the way to another page. The form is for tests of it, and for a browser that was here.
 */
export const signIn = (page: Page, uid: number, at?: string): Promise<void> =>
  enter(page, { uid, passwd: DEMO_PASSWORD }, at);

/** A fresh account, so that a test meets nothing of another, in a browser that was not here before. */
export const enterAsGuest = (page: Page, at?: string): Promise<void> => enter(page, undefined, at);

async function enter(page: Page, login: Password | undefined, at: string | undefined): Promise<void> {
  await openSignedIn(page, at ?? '/message', login);
  if (at === undefined) await conversations(page).waitFor({ timeout: PATIENCE_MS });
}

/** Also where a panel lies over the page. */
const conversations = (page: Page) =>
  page.getByRole('heading', { name: 'Messages', exact: true, includeHidden: true }).first();

/** Signs in through the form, as a person does, and waits for the list of conversations. */
export async function signInByForm(page: Page, uid: number): Promise<void> {
  await page.goto('/userpassword?next=%2Fmessage');
  await page.getByLabel('User ID').fill(String(uid));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/message');
}
