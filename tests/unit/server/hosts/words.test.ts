import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../contract/chat/language.ts';
import { TEXT_LANGUAGES } from '../../../../contract/chat/text-languages.ts';
import { seededChance } from '../../../../demo/hosts/chance.ts';
import { pickPhrase, topicOf, wordsOf } from '../../../../demo/hosts/phrases.ts';
import { LANGUAGES } from '../../../../src/i18n/languages.ts';

test('the hosts speak the languages of the app', () => {
  expect([...TEXT_LANGUAGES].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

const WRITTEN = [
  ['How are you today?', 'en'],
  ['Hallo, wie geht es dir?', 'de'],
  ['Hola, ¿cómo estás?', 'es'],
  ['Bonjour, comment ça va ?', 'fr'],
  ['Ciao, come stai?', 'it'],
  ['Oi, tudo bem com você?', 'pt'],
  ['Merhaba, nasılsın?', 'tr'],
  ['Halo, apa kabar kamu?', 'id'],
  ['كيف حالك؟', 'ar'],
  ['তুমি কেমন আছ?', 'bn'],
  ['מה שלומך?', 'he'],
  ['आप कैसे हैं?', 'hi'],
  ['お元気ですか?', 'ja'],
  ['잘 지내요?', 'ko'],
  ['你好吗?', 'zh'],
] as const;

test.each(WRITTEN)('%s is answered in the same language, whatever the profile language is', (text, lang) => {
  expect(languageOf(text, lang === 'en' ? 'de' : 'en')).toBe(lang);
});

test("an ambiguous text is answered in the profile's language, else in English", () => {
  expect(languageOf('😀', 'tr')).toBe('tr');
  expect(languageOf('ok', 'xx')).toBe('en');
});

const DEMO = /demo|démo|dimostrativ|demonstra|تجريبي|הדגמה|डेमो|ডেমো|デモ|데모|演示/i;

describe.each(TEXT_LANGUAGES)('texts of the demo hosts in %s', (lang) => {
  const words = wordsOf(lang);

  test('a host who is asked about themselves says that they are a demo', () => {
    for (const marker of words.markers.who) expect(topicOf(marker, words)).toBe('who');
    for (const said of words.who) expect(said).toMatch(DEMO);
  });

  test('paid acts and voice messages state that they are a demo', () => {
    const { voice, locked, wish, invite } = words.sends;
    for (const said of [voice, locked, wish, invite].flat()) expect(said).toMatch(DEMO);
  });

  test('a refusal is recognized', () => {
    for (const marker of words.markers.no) expect(topicOf(marker, words), marker).toBe('no');
  });

  test('no sentence occurs twice', () => {
    const { greet, sends, heard, markers: _, ...rest } = words;
    const all = [rest, greet, sends, heard].flatMap((lists) => Object.values(lists)).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});

test('a greeting, a question and a farewell each get their own kind of answer', () => {
  const words = wordsOf('en');
  expect(topicOf('Hi!', words)).toBe('hello');
  expect(topicOf('This is nice', words)).toBe('talk');
  expect(topicOf('Do you like tea?', words)).toBe('question');
  expect(topicOf('Good night', words)).toBe('bye');
});

test('a host does not say the same text twice in a row', () => {
  const chance = seededChance(1);
  let last = '';
  for (let n = 0; n < 50; n++) {
    const said = pickPhrase(['a', 'b', 'c'], last, chance);
    expect(said).not.toBe(last);
    last = said;
  }
});
