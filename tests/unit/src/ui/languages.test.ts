import { expect, test } from 'vitest';
import { chooseLanguage, directionOf, LANGUAGES, localeOf } from '../../../../src/i18n/languages.ts';

test('the saved choice comes first, then the browser, then English', () => {
  expect(chooseLanguage('fr', 'de-AT')).toBe('fr');
  expect(chooseLanguage(null, 'de-AT')).toBe('de');
  expect(chooseLanguage('xx', 'sv-SE')).toBe('en');
  expect(chooseLanguage('constructor', 'toString')).toBe('en');
});

test('Arabic and Hebrew run from right to left, the others from left to right', () => {
  const rtl = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).filter(
    (language) => directionOf(language) === 'rtl',
  );
  expect(rtl).toEqual(['ar', 'he']);
});

test('Chinese is the traditional script', () => {
  expect(localeOf('zh')).toBe('zh-Hant');
});
