import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';
import { BATCH_DEFAULT } from '#contract/analytics/rules.ts';
import { BRAND_IDS, type BrandConfig } from '#contract/brand.ts';
import { MEASURE_DB } from '../../../../worker/analytics/database.ts';
import { collector, measuring, waiting } from '../../worker/analytics/setup.ts';

const brand = vi.hoisted(() => ({ config: undefined as unknown }));
vi.mock('#brand/config.ts', () => ({
  get config() {
    return brand.config;
  },
}));

/** The page's storage, the browser's signals, and the core that the page calls. */
let stored: Map<string, string>;
let signals: { globalPrivacyControl?: boolean };
const link = vi.hoisted(() => ({ consent: undefined as unknown }));
vi.mock('../../../../src/core/core.ts', () => ({
  core: { consent: (page: unknown) => (link.consent as (page: unknown) => unknown)(page) },
}));
vi.mock('../../../../src/arrival.ts', () => ({
  arrival: () => ({ parameters: { utm_source: 'canary' }, referrer: '' }),
}));
vi.mock('../../../../src/data/platform.ts', () => ({ runsAlone: () => false }));
vi.mock('../../../../src/i18n/choice.ts', () => ({ startLanguage: () => 'en' }));
vi.mock('../../../../src/app/screens.ts', () => ({ allowTracking() {} }));
const followed = vi.hoisted(() => ({ times: 0 }));
vi.mock('../../../../src/features/analytics/attribution/follow.ts', () => ({
  startAttribution: async () => {
    followed.times += 1;
  },
}));

beforeEach(() => {
  stored = new Map();
  signals = {};
  followed.times = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    get length() {
      return stored.size;
    },
  });
  vi.stubGlobal('navigator', Object.assign(signals, { userAgent: 'Chrome/156', language: 'en' }));
  vi.stubGlobal('location', { search: '', host: 'gem.test', href: 'https://gem.test/' });
  vi.stubGlobal('addEventListener', () => {});
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** The buttons of the banner and of the sheet. */
const CHOICES = [
  ['no answer', undefined],
  ['only what is necessary', { measurement: false, attribution: false }],
  ['measurement alone', { measurement: true, attribution: false }],
  ['all', { measurement: true, attribution: true }],
] as const;
type Choice = (typeof CHOICES)[number][1];

/** A page of this brand, and the core behind it. */
async function open(id: (typeof BRAND_IDS)[number]) {
  const { config } = await vi.importActual<{ config: BrandConfig }>(`../../../../src/brands/${id}/config.ts`);
  brand.config = config;
  const to = collector();
  const core = measuring();
  await core.part.onLead?.();
  let told = Promise.resolve<unknown>(undefined);
  link.consent = (page: unknown) => {
    const answer = core.part.commands.consent(page as never);
    told = Promise.all([told, answer]);
    return answer;
  };
  const consent = await import('../../../../src/consent.ts');
  const { watchConsent } = await import('../../../../src/app/watch-consent.ts');
  const heard = () => vi.waitFor(async () => void (await told));
  const use = async () => {
    for (let nth = 0; nth < BATCH_DEFAULT; nth += 1) core.part.track('login', { way: 'password' });
    await heard();
  };
  return {
    to,
    core,
    consent,
    heard,
    use,
    config,
    async start() {
      watchConsent();
      await heard();
    },
    async answer(choice: Choice, way: 'banner' | 'settings' = 'banner') {
      if (choice) consent.answerConsent(choice, way);
      await heard();
    },
    end: () => core.part.onStepDown?.(),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** Nothing was sent or stored except the answer. */
async function isUntouched({ to }: Opened, keys: readonly string[]): Promise<void> {
  expect(to.posts).toEqual([]);
  expect(await Dexie.exists(MEASURE_DB)).toBe(false);
  expect([...stored.keys()]).toEqual(keys);
  expect([...stored.values()].join()).not.toContain('canary');
  expect(followed.times).toBe(0);
}
/** Events reach the brand's own collector, without those from before the consent. */
async function isMeasured({ to, config }: Opened, choice: NonNullable<Choice>): Promise<void> {
  await vi.waitFor(() => expect(to.names()).toContain('login'), { timeout: 10_000 });
  for (const { form } of to.posts) {
    const sent = JSON.parse(Buffer.from(form.get('data') ?? '', 'base64').toString('utf8'));
    expect(sent['#app_id']).toBe(config.analyticsIds.collection);
  }
  expect(to.posts.flatMap(({ items }) => items.map(({ properties }) => properties['way']))).not.toContain('guest');
  expect([...stored.keys()]).toEqual(['consent']);
  expect(followed.times > 0).toBe(choice.attribution);
}

describe.each(BRAND_IDS)('%s', (id) => {
  describe.each(CHOICES)('consent: %s', (_title, choice) => {
    const isYes = choice?.measurement === true;
    const keys = choice ? ['consent'] : [];

    test('nothing is sent before a new user answers, and afterwards only what the answer allows', async () => {
      const page = await open(id);
      await page.start();
      page.core.part.track('login', { way: 'guest' });
      expect(page.consent.shouldAsk()).toBe(true);
      await isUntouched(page, []);
      await page.answer(choice);
      await page.use();
      expect(page.consent.shouldAsk()).toBe(choice === undefined);
      await (isYes ? isMeasured(page, choice) : isUntouched(page, keys));
      await page.end();
    });

    test('a browser with a do-not-track signal shows no question, and only the setting counts', async () => {
      Object.assign(signals, { globalPrivacyControl: true });
      // An answer from before the browser's signal no longer counts.
      const before = choice && { v: CONSENT_VERSION, m: choice.measurement, a: choice.attribution, at: Date.now() - 1 };
      if (before) stored.set('consent', JSON.stringify(before));
      const page = await open(id);
      await page.start();
      expect(page.consent.shouldAsk()).toBe(false);
      await page.use();
      await isUntouched(page, keys);
      await page.answer(choice, 'settings');
      await page.use();
      await (isYes ? isMeasured(page, choice) : isUntouched(page, keys));
      await page.end();
    });

    test('everything is deleted and nothing more is sent when the consent is withdrawn', async () => {
      const page = await open(id);
      await page.start();
      await page.answer(choice);
      await page.use();
      if (isYes) await isMeasured(page, choice);
      page.consent.answerConsent({ measurement: false, attribution: false }, 'settings');
      await page.heard();
      await vi.waitFor(async () => expect(await Dexie.exists(MEASURE_DB)).toBe(false));
      const sent = page.to.posts.length;
      await page.use();
      expect(page.to.posts).toHaveLength(sent);
      expect(await Dexie.exists(MEASURE_DB)).toBe(false);
      expect([...stored.keys()]).toEqual(['consent']);
      expect(page.consent.allowedNow()).toEqual({ measurement: false, attribution: false });
      // Reading the database creates it again, without a row.
      expect(await waiting()).toEqual({ items: [], meta: [] });
      await Dexie.delete(MEASURE_DB);
      await page.end();
    });

    test('the question is shown again, and nothing is sent until the answer, when the texts have changed', async () => {
      const answer = choice && { v: CONSENT_VERSION - 1, m: choice.measurement, a: choice.attribution, at: Date.now() };
      if (answer) stored.set('consent', JSON.stringify(answer));
      const page = await open(id);
      await page.start();
      await page.use();
      expect(page.consent.shouldAsk()).toBe(true);
      await isUntouched(page, keys);
      await page.answer(choice);
      await page.use();
      await (isYes ? isMeasured(page, choice) : isUntouched(page, keys));
      await page.end();
    });
  });
});
