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

/** A payment's page gives its purchase 8 s to appear. */
const SETTLED_WITHIN_MS = 15_000;

/** The core tries again by itself, less and less often. */
const COMES_WITHIN_MS = 60_000;

/** What a page must never say: names of errors, keys of words, what a machine makes of nothing. */
const RAW =
  /undefined|\bNaN\b|\[object|Error:|TypeError|ERR_|Failed to fetch|\b[a-z]+-(error|lost|found|build|login|token)\b|\b[a-z]+:[a-z]+\.[a-z]/;

/** What is in sight: what lies under a popup, and what is hidden, does not count. */
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

test('without a network every page says something: what was kept, or what is missing, which comes by itself', {
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

  // Each page by itself: what one lacks hides nothing of the others.
  const softly = expect.configure({ soft: true, timeout: SETTLED_WITHIN_MS });
  /** Nothing turns any more, and what is to be read there is. */
  const settles = (at: string, shows: RegExp = /./) =>
    softly
      .poll(
        async () => {
          const { waiting, headlines, text } = await seen(page);
          return { waiting, hasHeadline: headlines > 0, isShown: shows.test(text) };
        },
        { message: at },
      )
      .toEqual({ waiting: 0, hasHeadline: true, isShown: true });

  // Once with a network, so that there is something to keep.
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
