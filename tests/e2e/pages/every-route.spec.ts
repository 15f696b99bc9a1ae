import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { startProxy } from '../../harness/servers/proxy.ts';
import { signIn, test } from '../base.ts';
import { bubble, firstTab, say, startChat } from './acts.ts';
import { EVERY_ROUTE } from './every-route.ts';

test.use({
  serviceWorkers: 'allow',
  allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/],
});

/** The page of a payment waits up to 8 s for its order to appear. */
const SETTLED_WITHIN_MS = 30_000;

/** The core reconnects by itself with a growing delay. */
const COMES_WITHIN_MS = 60_000;

/** Texts that no page may show: error names, translation keys, and values such as `undefined`. */
const RAW =
  /undefined|\bNaN\b|\[object|Error:|TypeError|ERR_|Failed to fetch|\b[a-z]+-(error|lost|found|build|login|token)\b|\b[a-z]+:[a-z]+\.[a-z]/;

/** The visible content: inert content behind a dialog and hidden elements do not count. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      !element.closest('[inert]') && element.checkVisibility({ visibilityProperty: true });
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement && isSeen(node.parentElement)) texts.push(node.textContent ?? '');
    return {
      waiting: all('[data-skeleton], [data-spinner]').length,
      headlines: all('h1').filter((h1) => (h1.textContent ?? '').trim() !== '').length,
      text: texts.join(' '),
    };
  });

test('every page shows stored rows or says what is missing when there is no network, and loads the rest when it is back', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const network = await startProxy(product.port);
  const context = await openBrowser({ baseURL: network.url });
  const page = await firstTab(context);
  await signIn(page, 100001);
  await startChat(page, 9001);
  await say(page, 'kept for the tunnel');
  await expect(bubble(page, 'kept for the tunnel').getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const away = async (is: boolean) => {
    network.refuse(is);
    if (is) network.reset();
    await context.setOffline(is);
  };

  // Soft assertions: a failure on one page does not hide those on others.
  const softly = expect.configure({ soft: true, timeout: SETTLED_WITHIN_MS });
  /** Waits until no skeleton or spinner is visible and the expected text is shown. */
  const settles = (at: string, shows: RegExp = /./) =>
    softly
      .poll(
        async () => {
          const { waiting, headlines, text } = await seen(page);
          return { waiting, hasHeadline: headlines > 0, isShown: shows.test(text) };
        },
        { message: at, intervals: [50] },
      )
      .toEqual({ waiting: 0, hasHeadline: true, isShown: true });

  // Each page is opened once with a network, so that its rows are stored.
  for (const { at, offline, shows } of EVERY_ROUTE) {
    if (offline !== 'rows') continue;
    await page.goto(at);
    await settles(at, shows);
  }

  await away(true);
  for (const { at, shows, comes } of EVERY_ROUTE) {
    await page.goto(at);
    await settles(`${at} without a network`, shows);
    softly((await seen(page)).text, at).not.toMatch(RAW);
    if (!comes) continue;
    await away(false);
    await softly
      .poll(async () => shows?.test((await seen(page)).text), { message: `${at} comes`, timeout: COMES_WITHIN_MS })
      .toBe(false);
    await away(true);
  }
  await network.close();
});
