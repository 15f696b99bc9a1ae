import { BRAND_IDS } from '../../contract/brand.ts';
import { isLanguage, LANGUAGES, type Language } from '../../src/i18n/languages.ts';
import type { Look, Theme } from './app/gallery.ts';
import { test } from './base.ts';
import type { Screen } from './screen.ts';
import { CALL_SCREENS } from './screens/calls.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { DEVICE_SCREENS } from './screens/device.ts';
import { DISCOVERY_SCREENS } from './screens/discovery.ts';
import { GIFT_SCREENS } from './screens/gifts.ts';
import { HOSTING_SCREENS } from './screens/hosting.ts';
import { KIND_SCREENS } from './screens/kinds.ts';
import { LOCK_SCREENS } from './screens/locks.ts';
import { PAYMENT_SCREENS } from './screens/payments.ts';
import { PEOPLE_SCREENS } from './screens/people.ts';
import { REWARD_SCREENS } from './screens/rewards.ts';
import { SAID_SCREENS } from './screens/said.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';
import { STORE_SCREENS } from './screens/store.ts';
import { LANDING_SCREENS, VISITOR_SCREENS } from './screens/visitor.ts';
import { isVariant, type Size, screensOf, sweep, VARIANTS_IN } from './sweep.ts';

const GROUPS: Readonly<Record<string, readonly Screen[]>> = {
  'before the login': VISITOR_SCREENS,
  'where hosts are found': DISCOVERY_SCREENS,
  'of conversations': CHAT_SCREENS,
  'of people': PEOPLE_SCREENS,
  'of the settings': [...SETTINGS_SCREENS, ...DEVICE_SCREENS],
  'of calls': CALL_SCREENS,
  'of all kinds of messages': KIND_SCREENS,
  'of what the team says': SAID_SCREENS,
  'of gifts and what is paid for': [...GIFT_SCREENS, ...LOCK_SCREENS],
  'of silver': REWARD_SCREENS,
  'of hosts': HOSTING_SCREENS,
  'of payments': PAYMENT_SCREENS,
  'of buying': STORE_SCREENS,
};
const ALL = Object.keys(LANGUAGES).filter(isLanguage);

/** Languages in which axe runs, with their theme: both themes, both directions. */
const AXE: Readonly<Record<Size, Partial<Record<Language, Theme>>>> = {
  phone: { en: 'dark', ar: 'light' },
  desk: { en: 'light', ar: 'dark' },
};
/**
 * A phone has all languages, except in CI, which is ended after 90 minutes; a desktop, where there is more room, those with the longest
 * words and the other direction.
 */
const READ: Readonly<Record<Size, readonly Language[]>> = {
  phone: process.env['CI'] === undefined ? ALL : [...VARIANTS_IN],
  desk: ['en', 'de', 'ar'],
};

const looksOn = (size: Size, axe = AXE[size], read = READ[size]): readonly Look[] =>
  inThemeOrder(
    read.map(
      (language, index): Look => ({
        language,
        theme: axe[language] ?? (index % 2 === 0 ? 'dark' : 'light'),
        axe: language in axe ? 'all' : 'nothing',
      }),
    ),
  );
/** Sorted by theme, so that each screen switches the theme only once: a switch restyles every element. */
const inThemeOrder = (looks: readonly Look[]) =>
  looks.toSorted((a, b) => Number(a.theme === 'light') - Number(b.theme === 'light'));
/** The looks in which another brand is checked: it has other colours and fonts for the same elements. */
const COLOURS: readonly Look[] = [
  { language: 'en', theme: 'dark', axe: 'contrast' },
  { language: 'en', theme: 'light', axe: 'contrast' },
];
const distinct = (screens: readonly Screen[]) => screens.filter((screen) => !isVariant(screen));

// Many screens in many looks: the largest group took 193 s on a slow machine. A hanging screen fails earlier, by its own limit.
test.setTimeout(900_000);

/** A call has colours of its own, so axe also runs with long words and with tall letters. */
const moreOf = (name: string): Partial<Record<Language, Theme>> =>
  name === 'of calls' ? { de: 'light', bn: 'dark' } : {};
const NARROW: readonly Look[] = [
  { language: 'de', theme: 'light', axe: 'nothing' },
  { language: 'ar', theme: 'dark', axe: 'nothing' },
];

/*
 * Each screen is drawn three times, once per brand: the first brand on a phone in every language, a second one on a desktop, and the third
 * one on a phone to check its colours. Which of the two is on the desktop alternates between groups.
 */
for (const [at, [name, screens]] of Object.entries(GROUPS).entries()) {
  const [onDesk, inColours] = at % 2 === 0 ? (['miravo', 'velora'] as const) : (['velora', 'miravo'] as const);

  test(`phone: the screens ${name} pass axe and show no clipped or untranslated text in every language`, async ({
    openGalleryOf,
  }) => {
    const { page, network } = await openGalleryOf('gemcall', 'phone');
    const looks = looksOn('phone', { ...AXE.phone, ...moreOf(name) });
    await sweep(page, network, screensOf(screens, 'gemcall'), { looks, narrow: NARROW });
  });

  test(`desk: the screens ${name} pass axe and show no clipped or untranslated text`, async ({ openGalleryOf }) => {
    const { page, network } = await openGalleryOf(onDesk, 'desk');
    const looks = looksOn('desk', { ...AXE.desk, ...moreOf(name) });
    await sweep(page, network, distinct(screensOf(screens, onDesk)), { looks });
  });

  test(`phone: the screens ${name} have enough contrast and no clipped text in the colours of ${inColours}`, async ({
    openGalleryOf,
  }) => {
    const { page, network } = await openGalleryOf(inColours, 'phone');
    await sweep(page, network, distinct(screensOf(screens, inColours)), { looks: COLOURS, keys: false });
  });
}

test('desk: the screens that only one brand has pass axe and show no clipped or untranslated text', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'desk');
  const screens = Object.values(GROUPS).flat();
  const own = distinct(screens.filter(({ brand }) => brand === 'gemcall'));
  await sweep(page, network, own, { looks: looksOn('desk') });
});

for (const brand of BRAND_IDS) {
  for (const size of ['phone', 'desk'] as const) {
    test(`${size}: the landing page of ${brand} passes axe and shows no clipped or untranslated text`, async ({
      openGalleryOf,
    }) => {
      const { page, network } = await openGalleryOf(brand, size);
      const axe = { en: 'dark', ar: 'light', de: 'light' } as const;
      await sweep(page, network, LANDING_SCREENS, { looks: looksOn(size, axe) });
    });
  }
}
