import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { DEMO_PASSWORD, signIn, test } from '../../e2e/base.ts';
import { bubble, composer, firstTab } from '../../e2e/pages/acts.ts';

const VIEWER = 100001;
const HOST = 9014;
const ROUNDS = 12;
const BACK_WITHIN_MS = 10_000;
const TYPES = ['all', 'indexeddb'] as const;

test.use({ allowedProblems: [/ERR_|Failed to (load|fetch)/] });

/** Goes to a page of the app without a reload. */
const navigate = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

async function signInHere(page: Page): Promise<void> {
  await navigate(page, '/userpassword?next=%2Fmessage');
  await page.getByLabel('User ID').fill(String(VIEWER));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/message');
}

/** Opens the conversation without a reload, and sends. Resolves when the server has stored the message. */
async function send(page: Page, text: string): Promise<void> {
  await navigate(page, `/message/u_${HOST}`);
  const start = page.getByRole('button', { name: 'Start a chat' });
  // The history may arrive meanwhile, so that the button goes.
  await expect(async () => {
    if (await start.isVisible()) await start.click({ timeout: 1_000 });
    await expect(composer(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await composer(page).fill(text);
  // A prompt may cover the button: cleared site data includes that it was dismissed.
  await composer(page).press('Enter');
  await expect(bubble(page, text).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();
}

test('two tabs and their core work again within ten seconds, without a reload, each time site data was cleared', async ({
  openBrowser,
  product,
}) => {
  const context = await openBrowser();
  const page = await firstTab(context);
  await signIn(page, VIEWER);
  await send(page, 'before the first round');
  const other = await context.newPage();
  await other.goto(`/message/u_${HOST}`);
  const protocol = await context.newCDPSession(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    const storageTypes = TYPES[round % TYPES.length] ?? 'all';
    await protocol.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes });
    const clearedAt = Date.now();
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login/);
    const signedOutMs = Date.now() - clearedAt;
    const beganAt = Date.now();
    await signInHere(page);
    await send(page, `round ${round} ${storageTypes}`);
    const backMs = Date.now() - beganAt;
    // The other tab follows by its live queries.
    await navigate(other, `/message/u_${HOST}`);
    await expect(bubble(other, `round ${round} ${storageTypes}`)).toBeVisible();
    expect([signedOutMs, backMs].filter((ms) => ms > boundHere(BACK_WITHIN_MS))).toEqual([]);
  }
});
