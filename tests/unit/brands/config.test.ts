import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  BRAND_IDS,
  type BrandConfig,
  ENVIRONMENTS,
  foreignMediaHosts,
  foreignOrigins,
  hostsOf,
} from '../../../contract/brand.ts';
import { isLanguage, LANGUAGES } from '../../../src/i18n/languages.ts';
import { BRANDS, chosenBrand } from '../../../tools/build/brand/choice.ts';
import { manifestOf } from '../../../tools/build/brand/manifest.ts';

const assetsOf = (brand: BrandConfig) => new URL(`../../../src/brands/${brand.id}/assets`, import.meta.url).pathname;
const all = BRAND_IDS.map((id) => BRANDS[id]);

describe.each(all)('$id', (brand) => {
  test('a brand has valid names, ids and colours', () => {
    expect(brand.packageName).toMatch(/^[a-z]+(\.[a-z]+){2}$/);
    expect(brand.domain).toMatch(/^[a-z0-9.-]+\.[a-z]+$/);
    expect(brand.manifestId).toMatch(/^\//);
    for (const text of [brand.name, brand.tagline, brand.description]) expect(text.trim()).not.toBe('');
    for (const colour of [brand.buttonColour, ...Object.values(brand.themeColour)])
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  test.each(ENVIRONMENTS)('a brand has usable hosts for %s', (environment) => {
    const { api, chatSocket } = hostsOf(brand, environment);
    expect(api).toMatch(/^$|^https?:\/\/[^/]+[^/]$/);
    expect(chatSocket).toMatch(/^$|^wss?:\/\/[^/]+[^/]$/);
    expect(foreignOrigins(brand, environment).every((origin) => URL.parse(origin)?.origin === origin)).toBe(true);
  });

  test('a brand has every picture that its config names, in the declared size', () => {
    const { icons } = manifestOf(brand, assetsOf(brand));
    for (const { src, sizes, type } of icons) {
      const file = readFileSync(assetsOf(brand) + src);
      if (type === 'image/png') expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, src).toBe(sizes);
    }
    expect(readFileSync(assetsOf(brand) + brand.images.appleTouch180).readUInt32BE(16)).toBe(180);
  });

  test('the manifest of a brand names only pages of the app, its own scheme, and a form that the service worker handles', () => {
    const made = manifestOf(brand, assetsOf(brand));
    expect(made.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Messages', '/message'],
      ['Discover', '/goddess'],
      ['Calls', '/callrecord'],
      ['Settings', '/settings'],
    ]);
    // A `web+` scheme has only lower-case letters.
    expect(made.protocol_handlers).toEqual([{ protocol: `web+${brand.id}`, url: '/open?to=%s' }]);
    expect(brand.id).toMatch(/^[a-z]+$/);
    expect(made.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' });
    expect(made.launch_handler).toEqual({ client_mode: ['focus-existing', 'auto'] });
    expect(made.start_url).toBe('/message?from=home');
  });

  test('the manifest of each language has texts in that language and is the same app', () => {
    const english = manifestOf(brand, assetsOf(brand));
    for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
      const made = manifestOf(brand, assetsOf(brand), language);
      expect(made).toMatchObject({ id: english.id, start_url: english.start_url, short_name: brand.name });
      expect(made.shortcuts.map(({ url }) => url)).toEqual(english.shortcuts.map(({ url }) => url));
      if (language !== 'en') expect(made.description, language).not.toBe(english.description);
    }
    const german = manifestOf(brand, assetsOf(brand), 'de');
    expect(german.shortcuts.map(({ name }) => name)).toEqual(['Nachrichten', 'Entdecken', 'Anrufe', 'Einstellungen']);
    const arabic = manifestOf(brand, assetsOf(brand), 'ar');
    expect([arabic.lang, arabic.dir, manifestOf(brand, assetsOf(brand), 'zh').lang]).toEqual(['ar', 'rtl', 'zh-Hant']);
  });

  test('a brand draws the same mark on the page as in its file', async () => {
    const source = new URL(`../../../src/brands/${brand.id}/marks.tsx`, import.meta.url);
    const shapes = readFileSync(source, 'utf8').split('export const LETTERS')[0] ?? '';
    const drawn = [...shapes.matchAll(/\sd="([^"]+)"/g)].map(([, d = '']) => d);
    const file = readFileSync(assetsOf(brand) + brand.images.mark, 'utf8');
    expect(drawn.length).toBeGreaterThan(1);
    // gemcall's file has one gradient over the two halves that the page fills separately.
    const missing = drawn.filter((d) => !file.includes(`d="${d}"`));
    expect(missing).toEqual(brand.id === 'gemcall' ? ['M18 8h28l14 18H4z', 'M4 26h56L32 58z'] : []);
  });
});

test('no two brands share a name, a package, a domain, a manifest id or a button colour', () => {
  for (const key of ['name', 'packageName', 'domain', 'manifestId', 'buttonColour'] as const)
    expect(new Set(all.map((brand) => brand[key])).size, key).toBe(all.length);
});

test('only gemcall requires a login for club, tasks and domain, and has a message setup', () => {
  const [first, ...others] = all;
  expect(first).toMatchObject({
    id: 'gemcall',
    needsLogin: { club: true, task: true, domain: true },
    matchStyle: 'swipe-or-card',
    messageSetup: true,
  });
  for (const brand of others)
    expect(brand).toMatchObject({
      needsLogin: { club: false, task: false, domain: false },
      matchStyle: 'card',
      messageSetup: false,
    });
});

test('third-party hosts are listed once each, without paths', () => {
  const brand: BrandConfig = {
    ...BRANDS.velora,
    reportServer: 'https://events.velora.app/in',
    hosts: {
      ...BRANDS.velora.hosts,
      test: { api: 'https://api.velora.app', chatSocket: 'wss://chat.velora.app:5281' },
    },
  };
  expect(foreignOrigins(brand, 'test')).toEqual([
    'https://api.velora.app',
    'wss://chat.velora.app:5281',
    'https://events.velora.app',
  ]);
  expect(foreignOrigins(brand, 'production')).toEqual(['https://events.velora.app']);
  expect(foreignMediaHosts(brand, 'test')).toEqual(['https://api.velora.app']);
  expect(foreignMediaHosts(brand, 'production')).toEqual([]);
  expect(hostsOf(brand, 'staging')).toBe(brand.hosts.production);
  // The product's own collector is not a third-party host, and an attribution service is one only when the brand has an id there.
  expect(foreignOrigins(BRANDS.velora, 'production')).toEqual([]);
  const analyticsIds = { ...BRANDS.velora.analyticsIds, attribution: 'id' };
  expect(foreignOrigins({ ...BRANDS.velora, analyticsIds }, 'production')).toEqual([
    'https://app.adjust.com',
    'https://gdpr.adjust.com',
  ]);
});

test('the brand is gemcall by default, and otherwise only an exact name is accepted', () => {
  expect(chosenBrand({})).toBe('gemcall');
  expect(chosenBrand({ BRAND: '' })).toBe('gemcall');
  expect(chosenBrand({ BRAND: 'miravo' })).toBe('miravo');
  expect(() => chosenBrand({ BRAND: 'toString' })).toThrow(
    'there is no brand "toString": BRAND is one of gemcall, velora, miravo',
  );
});
