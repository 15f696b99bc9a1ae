import type { Browser, Page } from 'puppeteer-core';
import { test as base, DEMO_PASSWORD } from '../e2e/base.ts';
import type { Product } from '../harness/browser/product.ts';
import { found, launchFirefox, named, press } from './launch.ts';

type Fixtures = {
  /** True: Firefox has a fake camera and microphone. */
  readonly hasCamera: boolean;
  readonly firefox: Browser;
};

/** The tests' fixtures, and a Firefox of its own for each test. */
export const test = base.extend<Fixtures>({
  hasCamera: [false, { option: true }],
  firefox: async ({ hasCamera }, use, { errors }) => {
    const browser = await launchFirefox(hasCamera);
    await use(browser);
    if (errors.length > 0) errors.push(...(await describePages(browser)).map((message) => ({ message })));
    await browser.close();
  },
});

/** Returns one line about each page, for the report of a failed test: its address and its words. */
async function describePages(browser: Browser): Promise<readonly string[]> {
  const pages = await browser.pages();
  const wordsOf = (page: Page) => page.evaluate(() => document.body.textContent.slice(0, 400)).catch(String);
  return Promise.all(pages.map(async (page) => `${page.url()} ${await wordsOf(page)}`));
}

/** Runs in a page before its scripts: everything that appears unasked once a day was dismissed today. */
export function dismissPrompts(): void {
  try {
    for (const name of ['gift-pack', 'notice-offer', 'passkey-offer', 'complete-info'])
      localStorage.setItem(name, new Date().toDateString());
  } catch {
    // A page that is being left has no storage.
  }
}

/** Signs in through the form and waits for the list of conversations. */
export async function signIn(page: Page, product: Product, uid: number): Promise<void> {
  await page.goto(`${product.url}/userpassword?next=%2Fmessage`);
  await named(page, 'textbox', 'User ID').fill(String(uid));
  await found(page, 'input[type=password]').fill(DEMO_PASSWORD);
  await press(page, 'Sign in');
  await named(page, 'heading', 'Messages').wait();
}
