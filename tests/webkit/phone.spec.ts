import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { landingOf } from '../e2e/pages/brands.ts';
import { query } from '../e2e/pages/database.ts';
import type { Product } from '../harness/browser/product.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';
import { accepted, acceptedCount, fill, fillInFrame, openChat, press, reads, say, sees, test } from './base.ts';

const HOST = 9003;
const CARD = [
  ['/^Card number/', '4242 4242 4242 4242'],
  ['/^Expires/', '12 / 39'],
  ['/^Security code/', '123'],
  ['/^Name on card/', 'Demo Payer'],
] as const;
const CARD_FRAME = 'return document.querySelector(\'iframe[title="Card details"]\')';

/** Number of gifts in the ledger: other tests share the product. */
const giftsOf = async (product: Product): Promise<number> =>
  (await query(product, "select distinct subject_id from transfer where subject_type = 'gift'", [])).length;

test('WebKit in a private session on a phone: a guest sends text, an emoji, a sticker, a photo and a gift, buys gems, and reads the app in Arabic', async ({
  launchWebKit,
  product,
}) => {
  const browser = await launchWebKit({ isPrivate: true, size: { width: 390, height: 844 } });

  await test.step('lands and enters as a guest', async () => {
    await browser.goto(product.url);
    await sees(browser, 'heading', landingOf('gemcall', 'en').headline);
    await press(browser, 'Start now', 'link');
    await press(browser, 'Continue as guest');
    await sees(browser, 'link', 'Messages');
  });

  await test.step('opens the profile of a host from the wall, and a conversation from the profile', async () => {
    await press(browser, 'Discover', 'link');
    await browser.until('a host', "return document.querySelector('main a[href*=anchorprofile]') !== null");
    await browser.goto(`${product.url}/anchorprofile?uid=${HOST}`);
    await sees(browser, 'button', 'Message');
    await openChat(browser, product, HOST);
  });

  await test.step('sends text and an emoji', async () => {
    await say(browser, 'Hello from a private window');
    await accepted(browser, 'Hello from a private window');
    await press(browser, 'Emoji');
    await fill(browser, 'Search emoji', 'rocket');
    await press(browser, 'rocket');
    await press(browser, 'Send');
    await accepted(browser, '🚀');
  });

  await test.step('sends a sticker', async () => {
    const before = await acceptedCount(browser);
    await press(browser, 'More to send');
    await press(browser, 'Sticker');
    await browser.click('a sticker', 'return document.querySelector("[aria-label=Stickers] section button")');
    await browser.until('the sticker', 'return acceptedCount() > arguments[0]', [before]);
  });

  await test.step('sends a photo, which a private session may not store as a Blob', async () => {
    const folder = temporaryFolder('picture');
    const file = join(folder, 'lake.jpg');
    writeFileSync(
      file,
      await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    );
    // The tray of stickers is closed by a reload, which a private session survives.
    await browser.run('window.isLeft = true');
    await browser.goto(`${product.url}/message/u_${HOST}`);
    await browser.until('the page after the reload', 'return window.isLeft === undefined');
    await reads(browser, '🚀');
    const before = await acceptedCount(browser);
    await press(browser, 'More to send');
    await press(browser, 'Photos');
    await browser.type('the photo', 'return document.querySelector("input[type=file][accept*=image]")', file);
    await reads(browser, 'Caption');
    await press(browser, 'Send');
    await browser.until('the photo', 'return acceptedCount() > arguments[0]', [before]);
    removeFolder(folder);
  });

  await test.step('buys gems with a card', async () => {
    await browser.goto(`${product.url}/personalhome`);
    await browser.click('the balance', 'return document.querySelector("section[aria-label=Balances] button")');
    await browser.click(
      'a pack',
      'return [...document.querySelectorAll("[role=dialog] input[type=radio]")].map((one) => one.closest("label") ?? one)[0]',
    );
    await press(browser, 'Continue');
    await browser.inFrame('the card form', CARD_FRAME, async () => {
      for (const [name, text] of CARD) await fillInFrame(browser, name, text);
    });
    await press(browser, '/^Pay /');
    await sees(browser, 'heading', 'Thank you!');
    await press(browser, 'Back to the app');
  });

  await test.step('gives a gift', async () => {
    const given = await giftsOf(product);
    await browser.goto(`${product.url}/anchorprofile?uid=${HOST}`);
    await press(browser, 'Give a gift');
    await press(browser, '/^Give .+ for [0-9]/');
    await expect.poll(() => giftsOf(product)).toBe(given + 1);
  });

  await test.step('reads the app in Arabic', async () => {
    await browser.goto(`${product.url}/languagesettings`);
    await browser.click(
      'Arabic',
      'return [...document.querySelectorAll("label")].find((one) => one.innerText.includes("العربية"))',
    );
    await browser.until('Arabic', 'return document.documentElement.dir === "rtl"');
    await browser.goto(`${product.url}/settings`);
    await browser.until(
      'Arabic',
      'return document.documentElement.lang === "ar" && document.querySelector("main h1, main h2") !== null',
    );
  });
  expect(await browser.run('return errors')).toEqual([]);
});
