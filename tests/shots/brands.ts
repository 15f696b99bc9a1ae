import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { BRAND_IDS } from '../../contract/brand.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { expectMoving } from '../e2e/calls/two-people.ts';
import { bubble, enterByButton, firstTab, say, startChat } from '../e2e/pages/acts.ts';
import { BUILD_OF, landingOf } from '../e2e/pages/brands.ts';
import { nameOf, query } from '../e2e/pages/database.ts';
import { openPeer, uidOf } from '../e2e/pages/peer.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { drawSeen } from './draw-seen.ts';

/** A demo host who accepts every call (demo/accounts/rules.ts). */
const CALLED = 9001;
/** A host that no demo process plays: the script sends their messages. */
const WRITER = 9014;
const THEMES = ['dark', 'light'] as const;
const WORDS = [
  ['hers', 'Hi! How was your day?'],
  ['own', 'Long, but good. I saw the sea this morning.'],
  ['hers', 'Now I am jealous. Tell me more when I am back online tonight!'],
  ['own', 'Gladly. Call you at eight?'],
  ['hers', 'It is a date.'],
] as const;

type Name = `${string}-${'dark' | 'light'}-en-${string}`;

/** Takes pictures of the landing page, the wall, a conversation and a call of each brand, with demo hosts online. Returns how many. */
export async function shootBrands(
  device: string,
  openContext: (baseURL: string) => Promise<BrowserContext>,
  folder: string,
) {
  let taken = 0;
  for (const brand of BRAND_IDS) {
    const product = await startProduct({ distDir: BUILD_OF[brand], env: { DEMO_HOSTS: 'on' } });
    const context = await openContext(product.url);
    const page = await firstTab(context);
    const shoot = async (name: Name) => {
      await page.evaluate(drawSeen);
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
      taken += 1;
    };
    try {
      await page.goto('/onlinevideochat');
      for (const theme of THEMES) {
        await choose(page, 'en', theme);
        await expect(page.getByRole('heading', { name: landingOf(brand, 'en').headline })).toBeVisible();
        await shoot(`${device}-${theme}-en-${brand}-landing`);
      }
      await enterByButton(page);
      await converse(page, product);
      for (const theme of THEMES) {
        await choose(page, 'en', theme);
        await expect(bubble(page, 'It is a date.')).toBeVisible();
        await shoot(`${device}-${theme}-en-${brand}-conversation`);
      }
      await whenThere(product);
      await page.goto('/goddess');
      for (const theme of THEMES) {
        await choose(page, 'en', theme);
        await expect(page.getByTestId('scroller').locator('[data-person]').nth(3)).toBeVisible();
        await shoot(`${device}-${theme}-en-${brand}-wall`);
      }
      await callHer(page, product);
      await shoot(`${device}-dark-en-${brand}-call`);
    } finally {
      await context.close();
      await product.stop();
    }
  }
  return taken;
}

const whenThere = (product: Product) =>
  expect
    .poll(async () => (await query(product, 'select 1 from online_stream where uid = $1', [CALLED])).length)
    .toBeGreaterThan(0);

async function converse(page: Page, product: Product): Promise<void> {
  const [uid, peer] = [await uidOf(page), await openPeer(product, WRITER)];
  await startChat(page, WRITER);
  for (const [who, words] of WORDS) {
    if (who === 'own') await say(page, words);
    else peer.say(uid, words);
    await expect(bubble(page, words)).toBeVisible();
  }
  peer.leave();
}

async function callHer(page: Page, product: Product): Promise<void> {
  await page.goto(`/anchorprofile?uid=${CALLED}`);
  await page.getByRole('link', { name: 'Video call' }).click();
  await expectMoving(page, await nameOf(product, CALLED));
  // Without a camera the own picture is empty.
  await page.mouse.move(200, 300);
  await page.getByRole('button', { name: 'Turn the camera off' }).click();
}

/**
 * Sets language and theme without the settings page, through the entries of local storage that are read at the start. The account's theme,
 * which wins over local storage, follows the system; so the system's theme is set as well.
 */
async function choose(page: Page, language: Language, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
    },
    { language, theme },
  );
  await page.reload();
}
