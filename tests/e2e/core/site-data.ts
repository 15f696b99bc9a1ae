import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { LaunchOptions } from '../../harness/browser/browser.ts';
import type { Product } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { signIn, signInByForm } from '../base.ts';
import { bubble, composer, firstTab, sendButton, signOut } from '../pages/acts.ts';
import { query } from '../pages/database.ts';
import { openPeer } from '../pages/peer.ts';
import { streamsOf } from './streams.ts';

/** The storage types that "clear site data" removes, as `Storage.clearDataForOrigin` names them. */
export const CLEARED = { all: 'all', 'IndexedDB alone': 'indexeddb', cookies: 'cookies' } as const;
export type Cleared = keyof typeof CLEARED;
/** The user who signs in afterwards in the first tab. */
export type Next = 'the same person' | 'another person' | 'no one';
export type Cell = { readonly cleared: Cleared; readonly tabs: 1 | 2; readonly next: Next };

type World = {
  readonly product: Product;
  readonly openBrowser: (options?: LaunchOptions) => Promise<BrowserContext>;
  readonly former: number;
  readonly other: number;
  readonly host: number;
};

const arrived = (page: Page, text: string) => bubble(page, text).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ });

/** Sends a message and waits until the server has stored it. */
async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
  await expect(arrived(page, text)).toBeVisible();
}

/** The texts of all messages that this browser stores. */
const storedBodies = async (page: Page): Promise<readonly string[]> =>
  (await readTable(page, 'chat', 'messages')).map((row) => String((row['payload'] as { body?: string })?.body ?? ''));

/** The account under which the server archived a sent message. */
async function senderOf(product: Product, text: string): Promise<number> {
  const [row] = await query(product, 'select owner from archive where "out" and stanza like $1', [`%${text}%`]);
  return Number(row?.['owner']);
}

/** Opens a conversation; if this browser has none yet, starts one. */
async function openConversation(page: Page, uid: number): Promise<void> {
  await page.goto(`/message/u_${uid}`);
  const start = page.getByRole('button', { name: 'Start a chat' });
  await expect(async () => {
    if (await start.isVisible()) await start.click();
    await expect(composer(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Clears the site's data and lists everything that is then sent, stored or drawn for the wrong account. An empty list is a pass. */
export async function clearSiteData(world: World, { cleared, tabs, next }: Cell): Promise<readonly string[]> {
  const { product, openBrowser, former, other, host } = world;
  const violations: string[] = [];
  const context = await openBrowser();
  const page = await firstTab(context);
  await signIn(page, former);
  await openConversation(page, host);
  const mark = `${cleared} ${tabs} ${next} ${Date.now()}`;
  await send(page, `before ${mark}`);
  const pages = [page];
  if (tabs === 2) {
    const second = await context.newPage();
    await second.goto(`/message/u_${host}`);
    await expect(bubble(second, `before ${mark}`)).toBeVisible();
    pages.push(second);
  }
  const peer = await openPeer(product, host);

  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: CLEARED[cleared] });
  const secret = `for the former ${mark}`;
  peer.say(former, `at once ${secret}`);
  const isSignedOut = cleared !== 'cookies';

  if (next === 'no one') {
    if (isSignedOut) {
      await expect.poll(() => streamsOf(product, former)).toBe(0);
      // The stream ends before the page has drawn the login.
      for (const tab of pages) await expect(tab.getByText(`before ${mark}`).first()).toBeHidden();
    } else await expect(bubble(page, `at once ${secret}`)).toBeVisible();
  } else {
    // Who is still signed in reads no login: the session is kept in IndexedDB.
    if (!isSignedOut) await signOut(page);
    await signInByForm(page, next === 'the same person' ? former : other);
    await openConversation(page, host);
    await send(page, `after ${mark}`);
    const sender = await senderOf(product, `after ${mark}`);
    const expected = next === 'the same person' ? former : other;
    if (sender !== expected) violations.push(`sent as ${sender} instead of ${expected}`);
  }
  peer.say(former, `later ${secret}`);
  if (next === 'another person') {
    const own = `for the next ${mark}`;
    peer.say(other, own);
    await expect(bubble(page, own)).toBeVisible();
    if ((await streamsOf(product, former)) > 0) violations.push('the stream of the former account is open');
  }
  const isForeign = next === 'another person' || (next === 'no one' && isSignedOut);
  const look = async (when: string) => {
    for (const [index, tab] of pages.entries()) {
      if (!isForeign) continue;
      if (await tab.getByText(secret).first().isVisible()) violations.push(`drawn in tab ${index} ${when}`);
      if (await tab.getByText(`before ${mark}`).first().isVisible())
        violations.push(`old rows drawn in tab ${index} ${when}`);
    }
    const bodies = isForeign ? await storedBodies(page) : [];
    if (bodies.some((body) => body.includes(secret) || body === `before ${mark}`)) violations.push(`stored ${when}`);
  };
  await look('before a reload');
  for (const tab of pages) await tab.reload();
  if (next === 'another person') await expect(bubble(page, `for the next ${mark}`)).toBeVisible();
  await look('after a reload');
  peer.leave();
  await context.close();
  return violations;
}
