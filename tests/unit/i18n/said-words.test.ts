import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { fitsKey, OFFICIAL_KEYS, OFFICIAL_ROUTES, SYSTEM_KEYS, VIOLATION_RULES } from '#contract/chat/official.ts';
import { ANSWERS_OF_QUESTIONS, QUESTIONS } from '#contract/chat/questions.ts';
import { lineOfThread } from '../../../src/i18n/official.ts';
import { wordsOfCard, wordsOfQuestion } from '../../../src/i18n/service-texts.ts';
import { leadsSomewhere, pathOfRoute } from '../../../src/paths.ts';

const ROOT = new URL('../../../src/i18n/locales/', import.meta.url);
const languages = readdirSync(ROOT);
const ID = 'V1StGXR8_Z5jdHi6B-myT';

beforeAll(async () => {
  const of = (language: string) =>
    JSON.parse(readFileSync(new URL(`${language}/more/kinds.json`, ROOT), 'utf8')) as Record<string, unknown>;
  const resources = Object.fromEntries(languages.map((language) => [language, { kinds: of(language) }]));
  await i18next.init({ lng: 'en', resources, interpolation: { escapeValue: false } });
});

test.each(languages)('%s has a text for every key, rule, route and question', async (language) => {
  await i18next.changeLanguage(language);
  for (const key of OFFICIAL_KEYS) {
    const words = wordsOfCard(key, { gems: '300', acted: '1' });
    for (const text of [words?.title, words?.text]) expect(text, key).toMatch(/\p{L}/u);
    expect(words?.title).not.toContain('card.');
  }
  expect(wordsOfCard('reportClosed', { acted: '0' })?.text).not.toBe(wordsOfCard('reportClosed', { acted: '1' })?.text);
  for (const rule of VIOLATION_RULES) expect(i18next.exists(`kinds:rule.${rule}`), rule).toBe(true);
  for (const route of OFFICIAL_ROUTES.filter(leadsSomewhere)) {
    const words = pathOfRoute(route)?.words ?? route;
    expect(i18next.exists(`kinds:go.${words}`), route).toBe(true);
  }
  for (let q = 1; q <= QUESTIONS; q += 1) {
    const { words, options } = wordsOfQuestion(q) ?? { words: '', options: [] };
    expect(words).toMatch(/\p{L}/u);
    expect(words).not.toContain(`q.${q}`);
    expect(new Set(options).size, `question ${q}`).toBe(ANSWERS_OF_QUESTIONS[q - 1]);
    for (const option of options) expect(option).not.toContain(`q.${q}`);
  }
});

test('a message without texts in this build, or with wrong arguments, is neither a card nor a question', () => {
  expect(wordsOfCard('purchase', {})).toBeUndefined();
  expect(wordsOfCard('reward', { gems: '-5' })).toBeUndefined();
  expect(wordsOfCard('reward', { gems: '1e9' })).toBeUndefined();
  expect(wordsOfCard('reportClosed', { acted: 'yes' })).toBeUndefined();
  expect(wordsOfCard('__proto__' as never, {})).toBeUndefined();
  expect(wordsOfCard('jackpot' as never, { gems: '5' })).toBeUndefined();
  expect(wordsOfCard('reward', { gems: '5' })).toMatchObject({ gems: 5 });
  expect([wordsOfQuestion(0), wordsOfQuestion(QUESTIONS + 1)]).toEqual([undefined, undefined]);
});

test('each system and card key accepts its arguments, and all but givenBack need them', () => {
  const whole = { of: ID, gems: '30', acted: '0' };
  for (const key of [...SYSTEM_KEYS, ...OFFICIAL_KEYS]) expect(fitsKey(key, whole), key).toBe(true);
  expect([...SYSTEM_KEYS, ...OFFICIAL_KEYS].filter((key) => fitsKey(key, {}))).toEqual(['givenBack']);
  expect(fitsKey('opened', { of: 'no id' })).toBe(false);
});

test('a card links only to existing pages, and has no button without a page', () => {
  expect(OFFICIAL_ROUTES.filter((route) => !leadsSomewhere(route))).toEqual([]);
  expect(leadsSomewhere(undefined)).toBe(false);
});

test('the list shows the title of a card when its texts are loaded, else a generic text', async () => {
  await i18next.changeLanguage('de');
  const push = JSON.parse(readFileSync(new URL('de/push.json', ROOT), 'utf8')) as { official: string };
  i18next.addResourceBundle('de', 'push', push);
  const line = (facts: object) =>
    lineOfThread({ tid: 'u_1', lastFacts: { kind: 'official_message', body: '', ...facts } as never });
  expect(line({ key: 'welcome' })).toBe(i18next.t('kinds:card.welcome.title'));
  expect(line({ key: 'welcome', body: 'Words' })).toBe('Words');
  // A key of a newer build, and a row of an older one.
  expect([line({ key: 'party' }), line({})]).toEqual([push.official, push.official]);
  i18next.removeResourceBundle('de', 'kinds');
  expect(line({ key: 'welcome' })).toBe(push.official);
});
