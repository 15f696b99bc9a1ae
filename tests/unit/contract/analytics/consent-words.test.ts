import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';
import { CONSENT_TEXTS_HASH } from '#contract/analytics/consent-texts.ts';
import { LANGUAGES } from '../../../../src/i18n/languages.ts';

const wordsIn = (language: string, file: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../src/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>;

/** All texts of the consent question, in all languages. */
function wordsOfConsent(): unknown {
  return Object.keys(LANGUAGES).map((language) => {
    const { cookies, privacy } = wordsIn(language, 'legal');
    const chosen = Object.entries(wordsIn(language, 'entrance')).filter(([key]) => key.startsWith('consent'));
    return [language, cookies, privacy, chosen];
  });
}

/** A changed text needs a new version with its hash, which asks every user again. Earlier pairs stay here. */
const HASHES: Readonly<Record<number, string>> = {
  1: 'fac1861b4c3d7de7b912be0205f4e7a149f0f807cc7116d246bc325e1a31812d',
};

test('the consent version matches the hash of the consent texts', () => {
  const hash = createHash('sha256').update(JSON.stringify(wordsOfConsent())).digest('hex');
  expect(hash, 'the words have changed: raise CONSENT_VERSION and note their hash').toBe(CONSENT_TEXTS_HASH);
  expect(HASHES[CONSENT_VERSION]).toBe(CONSENT_TEXTS_HASH);
  expect(Object.keys(HASHES)).toHaveLength(CONSENT_VERSION);
});
