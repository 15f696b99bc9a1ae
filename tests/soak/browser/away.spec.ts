import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { CONSENT_KEY, CONSENT_VERSION } from '../../../contract/analytics/consent.ts';
import { CORE_LOCK } from '../../../contract/core.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { pathOfNotice } from '../../../contract/notices/notice.ts';
import { VISIBLE_LOCK } from '../../../contract/notices/shown.ts';
import { PUSH_KINDS } from '../../../contract/push/kinds.ts';
import type { PushPayload } from '../../../contract/push/payload.ts';
import { accountTag } from '../../../worker/push/account-tag.ts';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { firstTab, say } from '../../e2e/pages/acts.ts';
import { BUILD_OF, entranceOf } from '../../e2e/pages/brands.ts';
import { addRows } from '../../e2e/pages/installed/storage.ts';
import { openPeer, uidOf } from '../../e2e/pages/peer.ts';
import { newProfile } from '../../harness/browser/browser.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { driveServiceWorker, type ServiceWorkerDriver } from '../../harness/browser/service-worker.ts';

/** Browser tests of push and consent that `npm test` runs once, repeated many times. */

const HOST = 9_023;
const ONCE_RUNS = 200;
const PAGE_OPENS = Number(process.env['SOAK_OPENS'] ?? 100);
const SHOWN_RUNS = Number(process.env['SOAK_SHOWN'] ?? 30);
const FORGED = 2_000;
const BATCH = 40;

/** Runs in the page: notes how long after navigation the core's lock changed from the holder at the start to another one. */
function noteLead(name: string): void {
  if (!location.protocol.startsWith('http')) return;
  let before: string | undefined;
  const look = async () => {
    const { held = [] } = await navigator.locks.query();
    const leader = held.find((lock) => lock.name === name)?.clientId;
    before ??= leader ?? 'nobody';
    if (leader === undefined || leader === before) setTimeout(look, LOOK_MS);
    else Object.assign(globalThis, { ledAfter: performance.now() });
  };
  const LOOK_MS = 10;
  void look();
}

const saidList = v.array(v.object({ title: v.string(), body: v.string(), silent: v.boolean(), data: v.unknown() }));
type Said = v.InferOutput<typeof saidList>;

/** Records notifications when they are shown, by pages and by the service worker, and whether they are silent. */
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

async function pushOf(uid: number, id: string, change: Partial<PushPayload> = {}): Promise<PushPayload> {
  const now = Date.now();
  const about = { k: 'message', t: `u_${HOST}` } as const;
  return { v: 1, ...about, i: id, a: await accountTag(uid), n: 1, b: 1, at: now, x: now + DAY_MS, gone: [], ...change };
}

const heardBy = (host: Awaited<ReturnType<typeof openPeer>>, words: string) =>
  host.client.frames.filter((frame) => frame.is('message') && frame.getChildText('body') === words).length;

const locksOf = (worker: ServiceWorkerDriver) =>
  worker.evaluate('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))');

test.describe('with a service worker', () => {
  test.use({
    serviceWorkers: 'allow',
    allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/],
  });
  const place = () => ({ userDataDir: newProfile(), permissions: ['notifications'] });

  test('one notification and one sound are made when a message comes by stream and by push, in both orders and at once', async ({
    openBrowser,
    product,
  }) => {
    const { page, uid, host, worker } = await arrive(await openBrowser(place()), product);
    await page.clock.install();
    await addRows(page, 'app', 'state', [
      {
        key: 'push',
        token: 'gc1.x',
        createTime: Date.now(),
        state: 'kept',
        at: Date.now(),
        options: { endpoint: '', p256dh: '', auth: '', swScope: '', vapidKey: '' },
      },
    ]);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => locksOf(worker)).not.toContain(VISIBLE_LOCK);
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

  test('a page leads soon and no message is lost or doubled when it opens during a headless session', async ({
    openBrowser,
    product,
  }) => {
    const context = await openBrowser(place());
    // Without SharedWorker the core runs in a worker of the tab, which ends with it.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const { page: first, uid, host, worker } = await arrive(context, product);
    await context.addInitScript(noteLead, CORE_LOCK);
    let page = first;
    /** Times with a headless session in progress and, for comparison, without. */
    const took = { with: [] as number[], without: [] as number[] };
    const led = { with: [] as number[], without: [] as number[] };
    for (let run = 0; run < PAGE_OPENS; run += 1) {
      await page.close();
      await expect.poll(() => locksOf(worker)).not.toContain(CORE_LOCK);
      const words = `word ${run}`;
      host.say(uid, words);
      const opens = run % 5 === 4 ? 'without' : 'with';
      if (opens === 'with') {
        // A message that never arrives keeps the headless session open for its full time.
        await worker.push(await pushOf(uid, `never-${run}`));
        await expect.poll(() => locksOf(worker)).toContain(CORE_LOCK);
      }
      page = await context.newPage();
      const began = performance.now();
      await page.goto(`/message/u_${HOST}`);
      const answer = `answer ${run}`;
      await say(page, answer);
      await expect.poll(() => heardBy(host, answer)).toBe(1);
      took[opens].push(performance.now() - began);
      led[opens].push(v.parse(v.number(), await page.evaluate('ledAfter')));
      await expect(page.getByText(words, { exact: true })).toHaveCount(1);
    }
    const tell = (what: string, figures: Readonly<Record<string, number[]>>) => {
      for (const [name, all] of Object.entries(figures)) {
        all.sort((a, b) => a - b);
        const ms = (share: number) => Math.round(all[Math.floor(share * (all.length - 1))] ?? 0);
        console.log(what, name, JSON.stringify({ pages: all.length, median: ms(0.5), p95: ms(0.95), most: ms(1) }));
      }
    };
    tell('heard', took);
    tell('led', led);
    for (let run = 0; run < PAGE_OPENS; run += 1) expect(heardBy(host, `answer ${run}`)).toBe(1);
    host.leave();
  });

  test('a push is shown soon when the service worker is stopped and no page is open', async ({
    openBrowser,
    product,
  }) => {
    const context = await openBrowser(place());
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const { page, uid, host, worker } = await arrive(context, product);
    await page.close();
    await expect.poll(() => locksOf(worker)).not.toContain(CORE_LOCK);
    const isShown = async (id: string) =>
      (await worker.evaluate(
        `navigator.locks.request('tell', () => registration.getNotifications()).then((all) => all.some(({ data }) => JSON.stringify(data).includes('"${id}"')))`,
      )) === true;
    const took: Record<string, number[]> = {
      'without words': [],
      'words by a short stream': [],
      'words that never come': [],
    };
    for (let run = 0; run < SHOWN_RUNS; run += 1) {
      for (const [name, all] of Object.entries(took)) {
        const id = name === 'words by a short stream' ? host.say(uid, `soon ${run}`) : `${name.length}-${run}`;
        const payload = await pushOf(uid, id, name === 'without words' ? { k: 'friend', u: HOST } : {});
        await worker.stop();
        const at = Date.now();
        await worker.push(payload);
        // Polled without a pause, which itself takes time: the measured time is an upper bound.
        while (!(await isShown(id)));
        all.push(Date.now() - at);
        await expect.poll(() => locksOf(worker)).not.toContain(CORE_LOCK);
      }
    }
    for (const [name, all] of Object.entries(took)) {
      all.sort((a, b) => a - b);
      const ms = (share: number) => all[Math.floor(share * (all.length - 1))];
      console.log('shown', name, JSON.stringify({ runs: all.length, median: ms(0.5), p95: ms(0.95), most: ms(1) }));
    }
    host.leave();
  });

  test('forged pushes open only pages of the app and show none of their own text', async ({ openBrowser, product }) => {
    const context = await openBrowser(place());
    const { page, uid, host, worker } = await arrive(context, product);
    host.leave();
    await page.close();
    await expect.poll(() => locksOf(worker)).not.toContain(VISIBLE_LOCK);
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

/** Forged pushes, most of them almost valid. The same in each run. */
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
      v: 1,
      k: PUSH_KINDS[below(PUSH_KINDS.length)],
      i: `id-${at}`,
      a: tag,
      t: `u_${9_001 + below(40)}`,
      s: `sid-${at}`,
      u: 9_001 + below(40),
      o: `order-${at}`,
      n: 1,
      b: 1,
      at: now,
      x: now + 600_000,
      q: 1,
      gone: [],
    };
    const changed: Record<string, unknown> = { ...good };
    const names = Object.keys(good).filter((name) => name !== 'a' || below(4) === 0);
    for (let change = 0; change <= below(3); change += 1) changed[names[below(names.length)] ?? 'k'] = bad();
    // Fields that a foreign push service might add.
    return below(3) === 0
      ? { ...changed, route: 'evil', url: bad(), title: 'canary', body: 'canary', data: bad() }
      : changed;
  });
}

/** Answers to the consent banner or in the settings. */
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

for (const brand of Object.keys(BUILD_OF) as (keyof typeof BUILD_OF)[]) {
  test.describe(brand, () => {
    let product: Product;
    test.beforeAll(async () => {
      product = await startProduct({ distDir: BUILD_OF[brand] });
    });
    test.afterAll(() => product.stop());

    for (const [name, choice] of Object.entries(CHOICES)) {
      for (const situation of SITUATIONS) {
        test(`consent, ${name}, ${situation}: nothing is measured before consent, and then only what was allowed`, async ({
          openBrowser,
        }) => {
          const context = await openBrowser({ baseURL: product.url, asksConsent: true });
          // Without SharedWorker the core runs in a worker of the tab, whose requests Playwright sees.
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
          const answer = () => page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY);
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

/** Opens the settings, in which consent can be changed with one tap. */
async function openSettings(page: Page) {
  await page.goto('/settings');
  const measuring = page.getByRole('switch', { name: words.consentMeasure });
  await expect(measuring).toBeVisible();
  return measuring;
}

for (const brand of Object.keys(BUILD_OF) as (keyof typeof BUILD_OF)[]) {
  test.describe(`${brand}, a consent changed later`, () => {
    let product: Product;
    test.beforeAll(async () => {
      product = await startProduct({ distDir: BUILD_OF[brand] });
    });
    test.afterAll(() => product.stop());

    async function allow(context: BrowserContext) {
      // Without SharedWorker the core runs in a worker of the tab, whose requests Playwright sees.
      await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
      const told: string[] = [];
      context.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (TELLS.test(pathname) && !pathname.endsWith('/consent')) told.push(pathname);
      });
      const page = await firstTab(context);
      await page.goto('/');
      await answerBanner(page, CHOICES.all);
      await enterByGuest(page);
      await expect(await openSettings(page)).toBeChecked();
      await expect.poll(() => told.length).toBeGreaterThan(0);
      return { page, told };
    }
    const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name));

    test('measured data is deleted and nothing more is sent when consent is withdrawn', async ({ openBrowser }) => {
      const { page, told } = await allow(await openBrowser({ baseURL: product.url, asksConsent: true }));
      const measuring = page.getByRole('switch', { name: words.consentMeasure });
      await measuring.click();
      await page.getByRole('switch', { name: words.consentOrigin }).click();
      await expect.poll(() => databases(page)).not.toContain('measure');
      const sent = told.length;
      await page.goto('/goddess');
      await expect(await openSettings(page)).not.toBeChecked();
      expect(told).toHaveLength(sent);
      expect(await databases(page)).not.toContain('measure');
    });

    test('consent is asked again and nothing is sent until then when its text has a new version', async ({
      openBrowser,
    }) => {
      const { page, told } = await allow(await openBrowser({ baseURL: product.url, asksConsent: true }));
      // After an update with a new consent version, the answer to the former version is in both places.
      const rows = (await readTable(page, 'app', 'state')).filter((row) => Object(row).key === 'consent');
      expect(rows).toHaveLength(1);
      await addRows(
        page,
        'app',
        'state',
        rows.map((row) => ({ ...Object(row), v: CONSENT_VERSION - 1 })),
      );
      await page.evaluate(
        ([place, version]) => {
          const answer = JSON.parse(localStorage.getItem(place) ?? '{}') as Record<string, unknown>;
          localStorage.setItem(place, JSON.stringify({ ...answer, v: version }));
        },
        [CONSENT_KEY, CONSENT_VERSION - 1] as const,
      );
      // On the wall and the own page, where the banner covers no unfinished work.
      await page.goto('/goddess');
      await expect(page.getByRole('complementary', { name: words.consentTitle })).toBeVisible();
      await expect.poll(() => databases(page)).not.toContain('measure');
      const sent = told.length;
      await page.goto('/personalhome');
      await expect(page.getByRole('complementary', { name: words.consentTitle })).toBeVisible();
      expect(told).toHaveLength(sent);
      await answerBanner(page, CHOICES.all);
      await expect.poll(() => told.length).toBeGreaterThan(sent);
    });
  });
}

async function enterByGuest(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect
    .poll(async () => (await readTable(page, 'app', 'state')).some((row) => Object(row).key === 'session'))
    .toBe(true);
}
