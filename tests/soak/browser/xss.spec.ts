import { nanoid } from 'nanoid';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { HEADER_OPERATION } from '../../../contract/api/envelope.ts';
import type { BrandId } from '../../../contract/brand.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { bubble, composer, firstTab, log, startChat } from '../../e2e/pages/acts.ts';
import { BUILD_OF } from '../../e2e/pages/brands.ts';
import { query } from '../../e2e/pages/database.ts';
import { openPeer, sessionOf, uidOf } from '../../e2e/pages/peer.ts';
import { addRows } from '../../e2e/pages/storage.ts';
import { newProfile } from '../../harness/browser.ts';
import { envelope } from '../../harness/envelope.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { driveServiceWorker } from '../../harness/service-worker.ts';
import { CORPUS } from './corpus.ts';
import { type Hits, watchHits } from './hits.ts';
import { hostileRows, lastWords, uidOfString } from './hostile-rows.ts';

const BATCH = 26;
const HOST = 9014;
const HOSTS = Array.from({ length: 40 }, (_, at) => 9001 + at);

/** How many strings each sink was given, and how many the server did not take. */
type Tally = Record<string, { given: number; refused: number }>;

const inBatches = <T>(all: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** As a link in the app would lead there, without another load. False where the browser does not take the address. */
const go = (page: Page, path: string): Promise<boolean> =>
  page.evaluate((to) => {
    try {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      return true;
    } catch {
      return false;
    }
  }, path);

/** The same for one after the other, each drawn before the next; answers how many were not taken. */
const goThrough = (page: Page, paths: readonly string[]): Promise<number> =>
  page.evaluate(async (all) => {
    let refused = 0;
    for (const to of all) {
      try {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      } catch {
        refused += 1;
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return refused;
  }, paths);

/** Name and message over XMPP, as a hostile client sends them. What XML cannot hold does not leave. */
async function sayAll(page: Page, product: Product, hits: Hits, tally: Tally): Promise<void> {
  await startChat(page, HOST);
  const [uid, peer] = [await uidOf(page), await openPeer(product, HOST)];
  const count = { given: 0, refused: 0 };
  for (const [at, batch] of inBatches(CORPUS, BATCH).entries()) {
    for (const text of batch) {
      count.given += 1;
      try {
        peer.say(uid, text, text);
      } catch {
        count.refused += 1;
      }
    }
    peer.say(uid, lastWords(at), 'Carmen');
    await expect(bubble(page, lastWords(at))).toBeVisible();
    expect(await hits.look(page)).toEqual([]);
  }
  peer.leave();
  tally['message and its name, over XMPP'] = count;
}

/** As names in the accounts of hosts: the wall, their pages, titles and alternative texts. */
async function nameHosts(page: Page, product: Product, hits: Hits, tally: Tally): Promise<void> {
  const count = { given: 0, refused: 0 };
  for (const batch of inBatches(CORPUS, HOSTS.length)) {
    const named: number[] = [];
    for (const [at, text] of batch.entries()) {
      const uid = HOSTS[at] ?? 0;
      count.given += 1;
      await query(product, 'update account set nick_name = $2 where uid = $1', [uid, text]).then(
        () => named.push(uid),
        () => {
          count.refused += 1;
        },
      );
    }
    await page.goto('/goddess');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(await hits.look(page)).toEqual([]);
    for (const uid of named) {
      await go(page, `/anchorprofile?uid=${uid}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
    expect(await hits.look(page)).toEqual([]);
  }
  tally['name of a host, in the accounts'] = count;
}

/** As the own name, which the server checks. */
async function nameOneself(page: Page, product: Product, hits: Hits, tally: Tally): Promise<void> {
  const { uid, jid, vcToken } = await sessionOf(page);
  const count = { given: 0, refused: 0 };
  for (const text of CORPUS) {
    const body = envelope({ nickName: text, about: text }, { id: uid, jid, role: 2, vcToken, nickName: '' });
    const answer = await fetch(`${product.url}${endpoints.updateProfile.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${vcToken}`,
        'x-token': vcToken,
        [HEADER_OPERATION]: nanoid(),
      },
      body: JSON.stringify(body),
    });
    count.given += 1;
    if (!answer.ok) count.refused += 1;
  }
  await page.goto('/personalhome');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(await hits.look(page)).toEqual([]);
  tally['own name and words, by editprofile'] = count;
}

/** Conversations of which everything is hostile, as if the core had been fooled. */
async function openAll(page: Page, hits: Hits, tally: Tally): Promise<void> {
  const own = await uidOf(page);
  const all = CORPUS.map((text, index) => hostileRows(text, index, own));
  for (const some of inBatches(all, 40)) {
    await addRows(
      page,
      'chat',
      'messages',
      some.flatMap(({ messages }) => messages),
    );
  }
  await addRows(
    page,
    'chat',
    'threads',
    all.map(({ thread }) => thread),
  );
  await addRows(
    page,
    'app',
    'drafts',
    all.map(({ draft }) => draft),
  );
  await page.goto('/message');
  let drawn = 0;
  for (const index of CORPUS.keys()) {
    await go(page, `/message/u_${uidOfString(index)}`);
    await expect(bubble(page, lastWords(index))).toBeVisible();
    drawn += await log(page).getByRole('article').count();
    if (index % BATCH === 0) expect(await hits.look(page)).toEqual([]);
  }
  await expect(composer(page)).toHaveValue(CORPUS.at(-1) ?? '');
  expect(await hits.look(page)).toEqual([]);
  // More than the plain words of each: kinds with captions, quotes, titles and pictures.
  expect(drawn).toBeGreaterThan(CORPUS.length * 10);
  tally[`rows of messages, quotes, captions, titles, alternative texts, drafts (${drawn} bubbles)`] = {
    given: CORPUS.length,
    refused: 0,
  };
}

const ADDRESSES = [
  (x: string) => `/message/${x}`,
  (x: string) => `/message?to=${x}`,
  (x: string) => `/anchorprofile?uid=${x}`,
  (x: string) => `/videoview?uid=${x}`,
  (x: string) => `/video/${x}`,
  (x: string) => `/call/${x}`,
  (x: string) => `/open?to=${x}`,
  (x: string) => `/open?to=web%2Bgemcall%3A${x}`,
  (x: string) => `/share?id=${x}`,
  (x: string) => `/login?next=${x}`,
  (x: string) => `/payresult?order=${x}&status=${x}`,
  (x: string) => `/upiprocess?order=${x}`,
  (x: string) => `/checkoutCards?op=${x}`,
  (x: string) => `/paymenthistory?tab=${x}`,
  (x: string) => `/goddess?tab=${x}#${x}`,
  (x: string) => `/${x}`,
] as const;

/** As parts of addresses of ours, encoded and bare. */
async function visitAll(page: Page, hits: Hits, tally: Tally): Promise<void> {
  const count = { given: 0, refused: 0 };
  const origin = new URL(page.url()).origin;
  await page.goto('/goddess');
  for (const [at, text] of CORPUS.entries()) {
    const parts = [encodeURIComponent(text.toWellFormed()), text];
    const paths = parts.flatMap((part) => ADDRESSES.map((address) => address(part)));
    count.given += paths.length;
    count.refused += await goThrough(page, paths);
    if (at % BATCH === 0) {
      expect(new URL(page.url()).origin).toBe(origin);
      expect(await hits.look(page)).toEqual([]);
    }
    // A few of them as somebody opens them from outside: with a document of their own.
    if (at % (2 * BATCH) === 0) {
      for (const address of ADDRESSES) {
        await page.goto(address(encodeURIComponent(text.toWellFormed())));
        expect(new URL(page.url()).origin).toBe(origin);
      }
      expect(await hits.look(page)).toEqual([]);
      await page.goto('/goddess');
    }
  }
  tally['addresses'] = count;
}

const BRANDS: readonly BrandId[] = ['gemcall', 'velora', 'miravo'];

test.use({ allowedProblems: [/Failed to load resource|ERR_|WebSocket/] });

for (const brand of BRANDS) {
  test(`no string does anything in ${brand} but be read`, async ({ openBrowser }) => {
    const product = await startProduct({ distDir: BUILD_OF[brand] });
    try {
      const tally: Tally = {};
      // So high that whole conversations are drawn.
      const context = await openBrowser({ baseURL: product.url, viewport: { width: 1_000, height: 8_000 } });
      const hits = await watchHits(context);
      const page = await firstTab(context);
      const policies = new Set<string>();
      page.on('response', (response) => {
        if (response.request().isNavigationRequest())
          policies.add(response.headers()['content-security-policy'] ?? 'none');
      });
      await enterAsGuest(page);
      await sayAll(page, product, hits, tally);
      await openAll(page, hits, tally);
      await nameOneself(page, product, hits, tally);
      await visitAll(page, hits, tally);
      await nameHosts(page, product, hits, tally);
      for (const policy of policies) expect(policy).toContain("require-trusted-types-for 'script'");
      console.log(brand, JSON.stringify(tally, null, 1));
      expect(hits.done).toEqual([]);
    } finally {
      await product.stop();
    }
  });
}

test.describe('what a closed app is told', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/Failed to load resource|ERR_|WebSocket/] });

  test('no string in a push or a share does anything but be read', async ({ openBrowser, product }) => {
    const context = await openBrowser({ userDataDir: newProfile(), permissions: ['notifications'] });
    const hits = await watchHits(context);
    const page = await firstTab(context);
    await enterAsGuest(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    for (const batch of inBatches(CORPUS, 5)) {
      const places = await page.evaluate(
        (texts) =>
          Promise.all(
            texts.map(async (text) => {
              const form = new FormData();
              for (const field of ['title', 'text', 'url']) form.append(field, text);
              return (await fetch('/share', { method: 'POST', body: form })).url;
            }),
          ),
        [...batch],
      );
      const last = places.at(-1) ?? '';
      expect(new URL(last).origin).toBe(product.url);
      await go(page, last);
      expect(await hits.look(page)).toEqual([]);
    }
    const driver = await driveServiceWorker(context, product.url);
    for (const text of CORPUS) {
      await driver.push(text);
      await driver.push(
        JSON.stringify({ v: 1, k: text, i: text, a: text, t: text, s: text, n: 0, b: 0, at: 0, x: 1e15, url: text }),
      );
    }
    const shown = await driver.shown();
    const words = new Set(shown.flatMap(({ title, body }) => [title, body]));
    for (const text of CORPUS) expect(words).not.toContain(text);
    expect(await hits.look(page)).toEqual([]);
    console.log('notifications', JSON.stringify(shown.slice(0, 3)), shown.length);
  });
});
