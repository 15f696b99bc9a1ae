import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { AWAY_KINDS } from '../../../contract/away/kinds.ts';
import type { PushPayload } from '../../../contract/away/payload.ts';
import { CONSENT_PLACE } from '../../../contract/measure/consent.ts';
import { pathOfNotice } from '../../../contract/notices/notice.ts';
import { LOOKED_AT_LOCK } from '../../../contract/notices/shown.ts';
import { accountTag } from '../../../worker/away/account-tag.ts';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { firstTab } from '../../e2e/pages/acts.ts';
import { BUILD_OF, entranceOf } from '../../e2e/pages/brands.ts';
import { openPeer, uidOf } from '../../e2e/pages/peer.ts';
import { addRows, readTable } from '../../e2e/pages/storage.ts';
import { newProfile } from '../../harness/browser.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { driveServiceWorker, type ServiceWorkerDriver } from '../../harness/service-worker.ts';

/** What a browser test of `npm test` does once, as often as the figures of the product say. */

const HOST = 9_023;
const DAY_MS = 86_400_000;
const ONCE_RUNS = 200;
const FORGED = 2_000;
const BATCH = 40;

const saidList = v.array(v.object({ title: v.string(), body: v.string(), silent: v.boolean(), data: v.unknown() }));
type Said = v.InferOutput<typeof saidList>;

/** Counts sounds and notifications as they are shown, by pages and by the service worker. */
const RECORD = `{
  const { prototype } = ServiceWorkerRegistration;
  const show = prototype.showNotification;
  self.said ??= [];
  prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    self.said.push({ title, body: options.body, silent: options.silent === true, data: options.data });
  };
}`;
const saidBy = async (place: Page | ServiceWorkerDriver): Promise<Said> =>
  v.parse(saidList, await (place as { evaluate(expression: string): Promise<unknown> }).evaluate('self.said ?? []'));

async function arrive(context: BrowserContext, product: Product) {
  const page = await firstTab(context);
  await page.addInitScript(RECORD);
  await enterAsGuest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [uid, host] = [await uidOf(page), await openPeer(product, HOST)];
  host.say(uid, 'Good evening');
  await expect(page.getByText('Good evening')).toBeVisible();
  const worker = await driveServiceWorker(context, new URL(page.url()).origin);
  return { page, uid, host, worker };
}

async function pushOf(uid: number, id: string): Promise<PushPayload> {
  const now = Date.now();
  const about = { k: 'message', t: `u_${HOST}` } as const;
  return { v: 1, ...about, i: id, a: await accountTag(uid), n: 1, b: 1, at: now, x: now + DAY_MS, gone: [] };
}

const locksOf = (worker: ServiceWorkerDriver) =>
  worker.evaluate('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))');

test.describe('with a service worker', () => {
  test.use({
    serviceWorkers: 'allow',
    allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/],
  });
  const place = () => ({ userDataDir: newProfile(), permissions: ['notifications'] });

  test('a message by stream and by push is one notification and one sound, in both orders and at once', async ({
    openBrowser,
    product,
  }) => {
    const { page, uid, host, worker } = await arrive(await openBrowser(place()), product);
    await page.clock.install();
    await addRows(page, 'app', 'state', [
      {
        ...{ key: 'push', token: 'gc1.x', createTime: Date.now(), state: 'kept', at: Date.now() },
        options: { endpoint: '', p256dh: '', auth: '', swScope: '', vapidKey: '' },
      },
    ]);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => locksOf(worker)).not.toContain(LOOKED_AT_LOCK);
    await worker.evaluate(RECORD);
    const all = async () => [...(await saidBy(page)), ...(await saidBy(worker))];
    const loud = async (words: string) => (await all()).filter((one) => one.body === words && !one.silent).length;
    const shown = async (words: string) => (await all()).filter((one) => one.body === words).length;
    const tally = { pushFirst: 0, streamFirst: 0, together: 0 };
    for (let run = 0; run < ONCE_RUNS; run += 1) {
      const words = `word ${run}`;
      const id = host.say(uid, words);
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
      const order = (['pushFirst', 'streamFirst', 'together'] as const)[run % 3] ?? 'together';
      tally[order] += 1;
      if (order === 'pushFirst') await worker.push(await pushOf(uid, id));
      if (order === 'pushFirst') await expect.poll(() => shown(words)).toBe(1);
      if (order === 'together') await Promise.all([worker.push(await pushOf(uid, id)), page.clock.fastForward(11_000)]);
      else await page.clock.fastForward(11_000);
      if (order === 'streamFirst') await expect.poll(() => shown(words)).toBe(1);
      if (order === 'streamFirst') await worker.push(await pushOf(uid, id));
      await expect.poll(() => loud(words)).toBe(1);
    }
    await expect.poll(() => locksOf(worker)).not.toContain('tell');
    const said = await all();
    const sounds = said.filter(({ silent, body }) => !silent && body.startsWith('word '));
    console.log('told once', JSON.stringify({ ...tally, shown: said.length, sounds: sounds.length }));
    expect(sounds).toHaveLength(ONCE_RUNS);
    expect(new Set(sounds.map(({ body }) => body)).size).toBe(ONCE_RUNS);
    expect(await worker.evaluate('registration.getNotifications().then((all) => all.length)')).toBe(1);
    host.leave();
  });

  test('forged pushes lead nowhere but to pages of ours, and say nothing of their own', async ({
    openBrowser,
    product,
  }) => {
    const context = await openBrowser(place());
    const { page, uid, host, worker } = await arrive(context, product);
    host.leave();
    await page.close();
    await expect.poll(() => locksOf(worker)).not.toContain(LOOKED_AT_LOCK);
    await worker.evaluate(RECORD);
    const tag = await accountTag(uid);
    const rows = forge(tag);
    for (let at = 0; at < rows.length; at += BATCH) {
      for (const row of rows.slice(at, at + BATCH)) await worker.push(JSON.stringify(row));
      await expect
        .poll(async () => (await saidBy(worker)).length)
        .toBeGreaterThanOrEqual(Math.min(at + BATCH, rows.length));
    }
    const said = await saidBy(worker);
    const places = new Set(said.map(({ data }) => pathOfNotice(data)));
    console.log('forged', JSON.stringify({ pushes: rows.length, said: said.length, places: places.size }));
    for (const path of places) expect(path).toMatch(PLACES);
    expect(said.filter(({ title, body }) => /canary|evil|script/i.test(`${title} ${body}`))).toEqual([]);
  });
});

const PLACES =
  /^(\/|\/message|\/message\/(u_[1-9]\d{0,14}|localOfficial)|\/friendreq|\/notices|\/task|\/anchorprofile\?uid=\d+|\/call\/\d+\?from=notice|\/payresult\?order=[\w.:%-]+)$/;

/** Pushes of nobody: most are almost good. The same in each run. */
function forge(tag: string): unknown[] {
  let state = 7;
  const below = (most: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % most;
  };
  const BAD = [
    'javascript:alert("canary")',
    '//evil.test/',
    'https://evil.test/canary',
    '../../evil',
    'u_0',
    'u_9001/../../api',
    '<script>canary</script>',
    '',
    -1,
    1e300,
    null,
    [],
    { route: 'evil', path: '/evil' },
    'a'.repeat(500),
    'u_1\n',
    '%2e%2e%2fevil',
  ];
  const bad = () => BAD[below(BAD.length)];
  return Array.from({ length: FORGED }, (_, at) => {
    const now = Date.now();
    const good = {
      ...{ v: 1, k: AWAY_KINDS[below(AWAY_KINDS.length)], i: `id-${at}`, a: tag, t: `u_${9_001 + below(40)}` },
      ...{
        s: `sid-${at}`,
        u: 9_001 + below(40),
        o: `order-${at}`,
        n: 1,
        b: 1,
        at: now,
        x: now + 600_000,
        q: 1,
        gone: [],
      },
    };
    const changed: Record<string, unknown> = { ...good };
    const names = Object.keys(good).filter((name) => name !== 'a' || below(4) === 0);
    for (let change = 0; change <= below(3); change += 1) changed[names[below(names.length)] ?? 'k'] = bad();
    // What a foreign push service would add.
    return below(3) === 0
      ? { ...changed, route: 'evil', url: bad(), title: 'canary', body: 'canary', data: bad() }
      : changed;
  });
}

/** What is pressed on the banner or in the settings. */
const CHOICES = {
  'no answer': undefined,
  'only what is necessary': { measurement: false, attribution: false },
  'measurement alone': { measurement: true, attribution: false },
  all: { measurement: true, attribution: true },
} as const;
type Choice = (typeof CHOICES)[keyof typeof CHOICES];
const SITUATIONS = ['fresh', 'GPC'] as const;
const words = entranceOf('en');
const TELLS = /\/(sync_js|data_debug|api\/common_service\/(consent|attribution))$/;

async function answerBanner(page: Page, choice: Choice): Promise<void> {
  const banner = page.getByRole('complementary', { name: words.consentTitle });
  await expect(banner).toBeVisible();
  if (!choice) return;
  if (choice.measurement === choice.attribution) {
    await banner.getByRole('button', { name: choice.measurement ? words.consentAll : words.consentNone }).click();
  } else {
    await banner.getByRole('button', { name: words.consentChoose }).click();
    const uses = [
      banner.getByRole('switch', { name: words.consentMeasure }),
      banner.getByRole('switch', { name: words.consentOrigin }),
    ];
    for (const use of uses) await expect(use).not.toBeChecked();
    await uses[0]?.click();
    await banner.getByRole('button', { name: words.consentSave }).click();
  }
  await expect(banner).toBeHidden();
}

for (const brand of ['gemcall'] as const) {
  test.describe(brand, () => {
    let product: Product;
    test.beforeAll(async () => {
      product = await startProduct({ distDir: BUILD_OF[brand] });
    });
    test.afterAll(() => product.stop());

    for (const [name, choice] of Object.entries(CHOICES)) {
      for (const situation of SITUATIONS) {
        test(`consent, ${name}, ${situation}: nothing before a yes, then what was said`, async ({ openBrowser }) => {
          const context = await openBrowser({ baseURL: product.url, asksConsent: true });
          // The core in a worker of the tab: what it sends can be seen.
          await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
          if (situation === 'GPC')
            await context.addInitScript(() =>
              Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
            );
          const told: string[] = [];
          context.on('request', (request) => {
            const { pathname } = new URL(request.url());
            if (TELLS.test(pathname)) told.push(pathname);
          });
          const page = await firstTab(context);
          const databases = () => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name));
          const answer = () => page.evaluate((key) => localStorage.getItem(key), CONSENT_PLACE);
          const untouched = async () => {
            expect(told.filter((path) => !path.endsWith('/consent'))).toEqual([]);
            expect(await databases()).not.toContain('measure');
          };
          await page.goto('/?utm_source=canary');
          await expect.poll(databases).toContain('app');
          await untouched();
          expect(told).toEqual([]);
          if (situation !== 'GPC') await answerBanner(page, choice);
          else await expect(page.getByRole('complementary', { name: words.consentTitle })).toHaveCount(0);

          await enterByGuest(page);
          await page.goto('/settings');
          const measuring = page.getByRole('switch', { name: words.consentMeasure });
          const origin = page.getByRole('switch', { name: words.consentOrigin });
          await expect(measuring).toBeVisible();
          if (situation === 'GPC') {
            await untouched();
            if (choice?.measurement) await measuring.click();
            if (choice?.attribution) await origin.click();
          }
          await expect(measuring).toBeChecked({ checked: choice?.measurement ?? false });
          await expect(origin).toBeChecked({ checked: choice?.attribution ?? false });
          await page.goto('/goddess');
          await page.goto('/settings');
          if (choice?.measurement) {
            await expect.poll(() => told.filter((path) => path === '/sync_js').length).toBeGreaterThan(0);
            expect(await databases()).toContain('measure');
          } else await untouched();
          const isAnswered = choice?.measurement === true || (choice !== undefined && situation !== 'GPC');
          expect((await answer()) !== null).toBe(isAnswered);
        });
      }
    }
  });
}

async function enterByGuest(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect
    .poll(async () => (await readTable(page, 'app', 'state')).some((row) => Object(row).key === 'session'))
    .toBe(true);
}
