import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { PayloadKind } from '../../../contract/chat/payload.ts';
import { FIRST_ACTS } from '../../../demo/hosts/acts.ts';
import type { MessageRow } from '../../../worker/db/schema.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { ANSWERS } from '../../harness/host-answers.ts';
import { test as base, enterAsGuest } from '../base.ts';
import { firstTab, log, say, startChat } from '../pages/acts.ts';
import { query } from '../pages/database.ts';

/** A demo host that does not greet new guests first, so that only answers arrive. */
const HOST = 9_007;

const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  product: async ({}, use) => {
    const product = await startProduct({ env: { DEMO_HOSTS: 'on', DEMO_HOST_TEMPO: '20' } });
    await use(product);
    await product.stop();
  },
});

/** The messages from the host that the core of this page stores. */
async function received(page: Page): Promise<readonly MessageRow[]> {
  const rows = (await readTable(page, 'chat', 'messages')) as MessageRow[];
  return rows.filter(({ tid, out }) => tid === `u_${HOST}` && !out);
}

test('a new guest writes a dozen messages to a demo host and receives every kind of message that hosts send', {
  tag: '@desk',
}, async ({ product, openBrowser }) => {
  const isThere = async () => (await query(product, 'select 1 from online_stream where uid = $1', [HOST])).length;
  await expect.poll(isThere).toBeGreaterThan(0);
  const page = await firstTab(await openBrowser());
  await enterAsGuest(page);
  await startChat(page, HOST);

  const expected: PayloadKind[] = [];
  /** Waits until all expected rows are stored and the newest is drawn. */
  const meets = async (kinds: readonly PayloadKind[]) => {
    expected.push(...kinds);
    const met = async () => (await received(page)).map(({ payload }) => payload?.kind).toSorted();
    await expect.poll(met).toEqual(expected.toSorted());
    const newest = (await received(page)).findLast(({ payload }) => payload?.kind === kinds.at(-1));
    await expect(log(page).locator(`[data-mid="${newest?.mid}"]`)).toBeVisible();
  };
  for (const [at, act] of FIRST_ACTS.entries()) {
    await say(page, `I saw ${at + 2} birds today`);
    await meets(ANSWERS[act]);
    if (act !== 'wish') continue;
    await log(page)
      .getByRole('button', { name: /^Give .+ for \d+$/ })
      .click();
    const sheet = page.getByRole('dialog', { name: /^A gift for / });
    await sheet.getByRole('button', { name: /^Give .+ for \d+$/ }).click();
    // The gift message and the host's thanks.
    await meets(['text', 'sticker']);
    await expect(sheet).toBeHidden();
    await expect(log(page).getByText('Given', { exact: true })).toBeVisible();
  }
  const locked = (await received(page)).filter(({ payload }) => payload?.kind === 'image' && payload.payNeed);
  expect(locked).toHaveLength(1);
});
