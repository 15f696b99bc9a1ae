import { expect, test } from 'vitest';
import {
  chooseLanguage,
  directionOf,
  formatLocaleOf,
  LANGUAGES,
  localeOf,
  localeOfDevice,
} from '../../../../src/i18n/languages.ts';

test('the saved choice comes first, then the browser, then English', () => {
  expect(chooseLanguage('fr', ['de-AT'])).toBe('fr');
  expect(chooseLanguage(null, ['de-AT'])).toBe('de');
  expect(chooseLanguage('xx', ['sv-SE'])).toBe('en');
  expect(chooseLanguage('constructor', ['toString', '', '*', 'x'])).toBe('en');
  expect(chooseLanguage(null, [])).toBe('en');
});

test.each([
  [['ca', 'es'], 'es'],
  [['ca-ES', 'en-US'], 'en'],
  [['ca-ES'], 'es'],
  [['sv', 'nb', 'fr-CA', 'de'], 'fr'],
  [['iw'], 'he'],
  [['in-ID'], 'id'],
  [['ji', 'he'], 'he'],
  [['mo', 'it'], 'it'],
  [['tl-PH', 'en-PH'], 'en'],
  [['no', 'nb', 'nn', 'de-AT'], 'de'],
  [['pt_BR'], 'pt'],
  [['zh-Hans-CN', 'en'], 'zh'],
  [['yue-HK'], 'zh'],
  [['ms-MY'], 'id'],
  [['EN-gb'], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  expect(chooseLanguage(null, preferred)).toBe(language);
});

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['hi-IN', 'en-IN'], 'en-IN'],
  ['de', ['en-US', 'de-AT'], 'de-AT'],
  ['de', ['en-US'], 'de'],
  ['he', ['iw-IL'], 'he-IL'],
  ['zh', ['zh-TW'], 'zh-TW'],
  ['zh', ['zh-CN', 'zh-HK'], 'zh-HK'],
  ['zh', ['zh-CN'], 'zh-Hant'],
  ['en', ['en-US-u-hc-h23'], 'en-US-u-hc-h23'],
  ['ja', ['ja-JP-u-ca-japanese'], 'ja-JP-u-ca-gregory'],
] as const)('dates and numbers in %s for a browser that prefers %j are those of %s', (language, preferred, tag) => {
  expect(formatLocaleOf(language, preferred)).toBe(tag);
});

test.each([
  ['en', 'en-GB', 'en-GB'],
  ['de', 'en-US', 'de'],
  ['xx', 'iw-IL', 'he-IL'],
  ['zh', 'zh-CN', 'zh-Hant'],
  ['en', '', 'en'],
])(
  'texts of the server for a device with %j in a browser in %j have the locale %s',
  (configLanguage, localLanguage, tag) => {
    expect(localeOfDevice({ configLanguage, localLanguage })).toBe(tag);
  },
);

test('Arabic and Hebrew run from right to left, the others from left to right', () => {
  const rtl = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).filter(
    (language) => directionOf(language) === 'rtl',
  );
  expect(rtl).toEqual(['ar', 'he']);
});

test('Chinese is the traditional script', () => {
  expect(localeOf('zh')).toBe('zh-Hant');
});
