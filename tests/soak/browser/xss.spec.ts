import { nanoid } from 'nanoid';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { HEADER_OPERATION } from '../../../contract/api/envelope.ts';
import type { BrandId } from '../../../contract/brand.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { VISIBLE_LOCK } from '../../../contract/notices/shown.ts';
import { accountTag } from '../../../worker/push/account-tag.ts';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { composer, firstTab, startChat } from '../../e2e/pages/acts.ts';
import { BUILD_OF } from '../../e2e/pages/brands.ts';
import { query } from '../../e2e/pages/database.ts';
import { addRows } from '../../e2e/pages/installed/storage.ts';
import { openPeer, sessionOf, uidOf } from '../../e2e/pages/peer.ts';
import { newProfile } from '../../harness/browser/browser.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { driveServiceWorker, type ServiceWorkerDriver } from '../../harness/browser/service-worker.ts';
import { envelope } from '../../harness/envelope.ts';
import { CORPUS } from './corpus.ts';
import { type Hits, MARKS, watchHits } from './hits.ts';
import { hostileNotices, hostileRows, hostileStories, lastId, lastWords, uidOfString } from './hostile-rows.ts';
import { type Step, type Walk, walk } from './walk.ts';

const BATCH = 26;
const HOST = 9014;
const saidList = v.array(v.object({ tag: v.string(), title: v.string(), body: v.string() }));
const storiesRow = v.looseObject({ key: v.literal('stories') });
const HOSTS = Array.from({ length: 40 }, (_, at) => 9001 + at);

/** Per sink, the number of strings given and of those that the server refused. */
type Tally = Record<string, { given: number; refused: number }>;

const inBatches = <T>(all: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Visits all addresses and expects no effect and no injected markup. */
async function walkAll(page: Page, hits: Hits, steps: readonly Step[]): Promise<Walk> {
  const walked = await walk(page, steps, MARKS);
  expect([...hits.done, ...walked.found]).toEqual([]);
  return walked;
}

/** Sender's name and message over XMPP, as a hostile client sends them. Strings that XML cannot carry are not sent. */
async function sayAll(page: Page, hits: Hits, tally: Tally, product: Product): Promise<void> {
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
    await expect(page.getByText(lastWords(at), { exact: true }).filter({ visible: true }).first()).toBeVisible();
    expect(await hits.look(page)).toEqual([]);
    // Half of the batches arrive while another page is open.
    if (at % 2 === 0) await walkAll(page, hits, [{ path: '/message' }]);
    else await walkAll(page, hits, [{ path: `/message/u_${HOST}`, until: lastWords(at) }]);
  }
  peer.leave();
  tally['message and its name, over XMPP, in the conversation and the list'] = count;
}

/** Strings as names of hosts in the database: on the wall, their pages, in titles and alternative texts. */
async function nameHosts(page: Page, hits: Hits, tally: Tally, product: Product): Promise<void> {
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
      await walkAll(page, hits, [{ path: `/anchorprofile?uid=${uid}` }]);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
    expect(await hits.look(page)).toEqual([]);
  }
  tally['name of a host, in the accounts'] = count;
}

/** Strings as the own name and description, which the server validates. */
async function nameOneself(page: Page, hits: Hits, tally: Tally, product: Product): Promise<void> {
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

/** Conversations in which every text is hostile, as if the core had stored them. */
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
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
  let drawn = 0;
  for (const some of inBatches([...CORPUS.keys()], BATCH)) {
    const steps = some.map((index) => ({ path: `/message/u_${uidOfString(index)}`, until: lastWords(index) }));
    const { articles } = await walkAll(page, hits, steps);
    drawn += articles;
  }
  await expect(composer(page)).toHaveValue(CORPUS.at(-1) ?? '');
  expect(await hits.look(page)).toEqual([]);
  // Proves that all kinds were drawn, with captions, quotes, titles and pictures, not only texts.
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
  (x: string) => `/paymenthistory?tab=${x}`,
  (x: string) => `/goddess?tab=${x}#${x}`,
  (x: string) => `/${x}`,
] as const;

/** Strings in parts of the app's addresses, encoded and unencoded. */
async function visitAll(page: Page, hits: Hits, tally: Tally): Promise<void> {
  const count = { given: 0, refused: 0 };
  const { origin } = new URL(page.url());
  await page.goto('/goddess');
  for (const batch of inBatches(CORPUS, BATCH)) {
    // Every address encoded, a third of them also unencoded.
    const paths = batch.flatMap((text, at) => [
      ...ADDRESSES.map((address) => address(encodeURIComponent(text.toWellFormed()))),
      ...ADDRESSES.filter((_address, place) => place % 3 === at % 3).map((address) => address(text)),
    ]);
    const steps = paths.map((path) => ({ path }));
    const { refused } = await walkAll(page, hits, steps);
    count.given += steps.length;
    count.refused += refused;
    expect(new URL(page.url()).origin).toBe(origin);
    // One string per batch is also opened as a new document, as from outside.
    const outside = encodeURIComponent((batch[0] ?? '').toWellFormed());
    for (const address of ADDRESSES) {
      await page.goto(address(outside));
      expect(new URL(page.url()).origin).toBe(origin);
    }
    expect(await hits.look(page)).toEqual([]);
    await page.goto('/goddess');
  }
  tally['addresses'] = count;
}

const DOCUMENTS = [
  (x: string) => `/payresult?order=${x}&status=${x}`,
  (x: string) => `/upiprocess?order=${x}`,
  (x: string) => `/checkoutCards?op=${x}&order=${x}`,
] as const;

/** Strings in addresses of payment pages, which are documents of their own. */
async function loadAll(page: Page, hits: Hits, tally: Tally): Promise<void> {
  const { origin } = new URL(page.url());
  const lanes = await Promise.all(DOCUMENTS.map(() => page.context().newPage()));
  await Promise.all(
    DOCUMENTS.map(async (address, lane) => {
      const own = lanes[lane] ?? page;
      for (const text of CORPUS) {
        await own.goto(address(encodeURIComponent(text.toWellFormed())));
        await expect(own.getByRole('heading', { level: 1 }).first()).toBeVisible();
        expect(new URL(own.url()).origin).toBe(origin);
        expect(await hits.look(own)).toEqual([]);
      }
    }),
  );
  for (const own of lanes) await own.close();
  tally['addresses of payments'] = { given: CORPUS.length * DOCUMENTS.length, refused: 0 };
}

/** Strings in stories, each played to its end. */
async function pressThroughStories(page: Page, hits: Hits, tally: Tally): Promise<void> {
  await page.goto('/goddess');
  const stories = async () => (await readTable(page, 'app', 'state')).some((row) => v.is(storiesRow, row));
  await expect.poll(stories).toBe(true);
  const rings = page.getByRole('region', { name: 'Stories' }).getByRole('button');
  for (const batch of inBatches(CORPUS, 2 * BATCH)) {
    await walkAll(page, hits, [{ path: '/notices' }]);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await addRows(page, 'app', 'state', [hostileStories(batch)]);
    await walkAll(page, hits, [{ path: '/goddess' }]);
    await expect(rings).toHaveCount(batch.length);
    const ends = await rings.evaluateAll(async (all, marks) => {
      const found: string[] = [];
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const until = async (what: string, is: () => boolean) => {
        const begun = performance.now();
        while (!is()) {
          if (performance.now() - begun > 15_000) throw new Error(`Timed out waiting for ${what}`);
          await frame();
        }
      };
      const inPanel = (selector: string) => document.querySelector<HTMLElement>(`[role="dialog"] ${selector}`);
      let ends = 0;
      for (const ring of all) {
        if (ring instanceof HTMLElement) ring.click();
        const look = () => {
          for (const { outerHTML } of document.querySelectorAll(marks)) found.push(outerHTML.slice(0, 200));
        };
        await until('the clip', () => inPanel('[data-side="next"]') !== null);
        look();
        inPanel('[data-side="next"]')?.click();
        await until(
          'the choice',
          () => inPanel('[data-side="next"]') === null && inPanel('button > [dir="auto"]') !== null,
        );
        look();
        inPanel('button > [dir="auto"]')?.click();
        await until('the call', () => inPanel('a') !== null);
        look();
        inPanel('header button')?.click();
        await until('the end', () => document.querySelector('[role="dialog"]') === null);
        ends += 1;
      }
      return { found, ends };
    }, MARKS);
    expect(ends).toEqual({ found: [], ends: batch.length });
    expect(await hits.look(page)).toEqual([]);
  }
  tally['stories: who tells them, words, choices, pictures, clips'] = { given: CORPUS.length, refused: 0 };
}

/** Strings in the list of notices. */
async function readAllNotices(page: Page, hits: Hits, tally: Tally): Promise<void> {
  // A device stores at most 200 notices.
  for (const batch of inBatches(CORPUS, 150)) {
    await addRows(page, 'notice', 'notices', hostileNotices(batch));
    await page.goto('/notices');
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .nth(batch.length - 1),
    ).toBeAttached();
    expect(await hits.look(page)).toEqual([]);
  }
  tally['notices'] = { given: CORPUS.length, refused: 0 };
}

/** Records shown notifications. They are not read with getNotifications(), as Chromium forgets one that is read while it is being shown. */
async function recordSaid(driver: ServiceWorkerDriver) {
  await driver.evaluate(`{
    const show = registration.showNotification.bind(registration);
    self.said = [];
    registration.showNotification = async (title, options) => {
      await show(title, options);
      self.said.push({ tag: options.tag, title, body: options.body });
    };
  }`);
  return async () => v.parse(saidList, await driver.evaluate('self.said'));
}

const locksOf = (driver: ServiceWorkerDriver) =>
  driver.evaluate('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))');

type Fill = (page: Page, hits: Hits, tally: Tally, product: Product) => Promise<void>;
/** A very high window, so that whole conversations are drawn, at a low resolution, so that drawing is cheap. */
const HIGH = { viewport: { width: 1_000, height: 12_000 }, deviceScaleFactor: 0.2 };
const SINKS: Readonly<Record<string, Fill>> = {
  'messages and the names of senders': sayAll,
  'a conversation': openAll,
  'a story': pressThroughStories,
  'a notice': readAllNotices,
  'the own name': nameOneself,
  'an address': visitAll,
  'an address of payments': loadAll,
  'the name of a host': nameHosts,
};
const BRANDS: readonly BrandId[] = ['gemcall', 'velora', 'miravo'];

test.use({ allowedProblems: [/Failed to load resource|ERR_|WebSocket/] });

for (const brand of BRANDS) {
  test.describe(brand, () => {
    let product: Product;
    test.beforeAll(async () => {
      product = await startProduct({ distDir: BUILD_OF[brand] });
    });
    test.afterAll(() => product.stop());

    for (const [sink, fill] of Object.entries(SINKS)) {
      test(`hostile strings in ${sink} have no effect but to be shown`, async ({ openBrowser }) => {
        const tally: Tally = {};
        const context = await openBrowser({
          baseURL: product.url,
          ...(fill === visitAll || fill === loadAll ? {} : HIGH),
        });
        const hits = await watchHits(context);
        const page = await firstTab(context);
        const policies = new Set<string>();
        page.on('response', (response) => {
          if (response.request().isNavigationRequest())
            policies.add(response.headers()['content-security-policy'] ?? 'none');
        });
        await enterAsGuest(page);
        await fill(page, hits, tally, product);
        for (const policy of policies) expect(policy).toContain("require-trusted-types-for 'script'");
        console.log(brand, JSON.stringify(tally));
        expect(hits.done).toEqual([]);
      });
    }

    test.describe('push and share', () => {
      test.use({ serviceWorkers: 'allow' });

      test('hostile strings in a push or a share have no effect', async ({ openBrowser }) => {
        const context = await openBrowser({
          baseURL: product.url,
          userDataDir: newProfile(),
          permissions: ['notifications'],
        });
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
          await walkAll(page, hits, [{ path: last }]);
        }
        const driver = await driveServiceWorker(context, product.url);
        // With a visible page no notification would be shown.
        await page.close();
        await expect.poll(() => locksOf(driver)).not.toContain(VISIBLE_LOCK);
        const said = await recordSaid(driver);
        for (const [at, batch] of inBatches(CORPUS, BATCH).entries()) {
          for (const text of batch) {
            const fields = { k: text, i: text, a: text, t: text, s: text, url: text };
            await driver.push(text);
            await driver.push(JSON.stringify({ v: 1, ...fields, n: 0, b: 0, at: 0, x: 1e15 }));
          }
          await expect.poll(async () => (await said()).length).toBe(2 * Math.min((at + 1) * BATCH, CORPUS.length));
        }
        // Only the two generic texts of the app were shown.
        const words = new Set((await said()).flatMap(({ title, body }) => [title, body]));
        expect(words.size).toBe(2);
        for (const text of CORPUS) expect(words).not.toContain(text);
        expect(hits.done).toEqual([]);
        console.log(brand, 'pushes', (await said()).length, JSON.stringify([...words]));
      });

      test('a notification shows a hostile message exactly as it was written', async ({ openBrowser }) => {
        const context = await openBrowser({
          baseURL: product.url,
          userDataDir: newProfile(),
          permissions: ['notifications'],
        });
        const hits = await watchHits(context);
        const page = await firstTab(context);
        await enterAsGuest(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        const uid = await uidOf(page);
        const account = await accountTag(uid);
        const all = CORPUS.map((text, index) => hostileRows(text, index, uid));
        const newest = all.flatMap(({ messages }) => messages.slice(-1));
        await addRows(page, 'chat', 'messages', newest);
        await addRows(
          page,
          'chat',
          'threads',
          all.map(({ thread }) => thread),
        );
        const driver = await driveServiceWorker(context, product.url);
        // With a visible page no notification would be shown.
        await page.close();
        await expect.poll(() => locksOf(driver)).not.toContain(VISIBLE_LOCK);
        const said = await recordSaid(driver);
        for (const some of inBatches([...CORPUS.keys()], BATCH)) {
          for (const index of some) {
            const now = Date.now();
            await driver.push({
              v: 1,
              k: 'message',
              i: lastId(index),
              a: account,
              t: `u_${uidOfString(index)}`,
              n: 1,
              b: 1,
              at: now,
              x: now + 86_400_000,
              gone: [],
            });
          }
          const tags = some.map((index) => `thread:u_${uidOfString(index)}`);
          await expect.poll(async () => (await said()).map(({ tag }) => tag)).toEqual(expect.arrayContaining(tags));
        }
        const shown = await said();
        const saidAsWritten = CORPUS.filter((text) => shown.some(({ title, body }) => title === text && body === text));
        // The others are too long for a notification or have characters that no system displays.
        expect(saidAsWritten.length).toBeGreaterThan(300);
        expect(hits.done).toEqual([]);
        console.log(brand, 'notifications in words', shown.length, 'as written', saidAsWritten.length);
      });
    });
  });
}

/** The policy, the policy without Trusted Types, and no policy: each time the recording must find the effects or the blocked attempts. */
const SEEDED = [
  {
    name: 'the whole policy',
    policy: (whole: string) => whole,
    runs: false,
    stopped: /^policy require-trusted-types-for/,
  },
  {
    name: 'a policy without Trusted Types',
    policy: (whole: string) =>
      whole
        .split('; ')
        .filter((directive) => !/^(require-trusted-types-for|trusted-types) /.test(directive))
        .join('; '),
    runs: false,
    stopped: /^policy (script-src|img-src|style-src)/,
  },
  { name: 'no policy', policy: () => '', runs: true, stopped: /^request / },
] as const;

test.describe('a sink that interprets text as markup', () => {
  test.use({ allowedProblems: [/./] });

  for (const { name, policy, runs, stopped } of SEEDED) {
    test(`effects and blocked attempts are recorded under ${name}`, async ({ openBrowser }) => {
      const context = await openBrowser();
      const hits = await watchHits(context);
      // 204 No Content: a navigation to it leaves the page unchanged.
      await context.route(/canary\.test/, (route) => route.fulfill({ status: 204 }));
      await context.route('**/login', async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        headers['content-security-policy'] = policy(headers['content-security-policy'] ?? '');
        await route.fulfill({ response, headers });
      });
      const page = await firstTab(context);
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const batch of inBatches(CORPUS, BATCH)) {
        await page.evaluate(
          async (texts) => {
            const places = texts.map((text) => {
              const place = document.createElement('div');
              document.body.append(place);
              try {
                place.innerHTML = text;
              } catch {
                // Trusted Types both throw and report.
              }
              return place;
            });
            for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
            for (const place of places) place.remove();
          },
          [...batch],
        );
      }
      const ran = hits.done.filter((hit) => /^(ran|dialog)/.test(hit)).length;
      const seen = hits.done.filter((hit) => stopped.test(hit)).length;
      console.log(`a seeded sink under ${name}:`, ran, 'ran,', seen, String(stopped));
      if (runs) expect(ran).toBeGreaterThan(40);
      else expect(ran).toBe(0);
      expect(seen).toBeGreaterThan(20);
    });
  }
});
