import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { BEN, type Browser, FIRST_HOST, openBrowser, signIn } from './support/people.ts';
import { bubble, firstThread, lastInput, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';

const AIM_MS = 50;
const AIM_SEARCH_MS = 5_000;
const HUGE = { peer: FIRST_HOST, messages: 100_000 };

let opened: Promise<Browser & { product: Product }> | undefined;

async function open() {
  const product = await startProduct();
  const browser = await openBrowser(product);
  await signIn(browser, BEN);
  await seed(browser.page, [HUGE]);
  return { ...browser, product };
}

/** Time from the click (event time stamp) to the newest bubble. */
async function openThread({ page }: Browser): Promise<number> {
  await page.goto('/message');
  await whenMarked(page, firstThread);
  await page.waitForLoadState('networkidle');
  await page.locator(`a[href="/message/u_${HUGE.peer}"]`).click();
  const { at } = await whenMarked(page, bubble(newestSeeded(HUGE)));
  return at - (await lastInput(page, 'click'));
}

/** Time from the typed word, which no message has, until the search has read all messages of the device. */
async function searchAll({ page }: Browser): Promise<number> {
  await page.goto('/message');
  await whenMarked(page, firstThread);
  await page.getByRole('button', { name: 'Search messages' }).click();
  const field = page.getByRole('dialog').getByRole('searchbox');
  await field.waitFor();
  const before = await page.evaluate(() => performance.now());
  await field.fill('zebra');
  await page.getByText('Nothing found').waitFor();
  return (await page.evaluate(() => performance.now())) - before;
}

export const benches: Benches = [
  {
    name: 'opening a thread of 100,000',
    unit: 'ms',
    aim: AIM_MS,
    run: async () => {
      opened ??= open();
      return openThread(await opened);
    },
  },
  {
    name: 'searching 100,000 messages',
    unit: 'ms',
    aim: AIM_SEARCH_MS,
    runs: 3,
    run: async () => {
      opened ??= open();
      return searchAll(await opened);
    },
  },
];

export async function close(): Promise<void> {
  const all = await opened;
  await all?.context.close();
  await all?.product.stop();
}
