import { randomUUID } from 'node:crypto';
import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { TEXT_LANGUAGES } from '../../../../contract/chat/text-languages.ts';
import { translateRows } from '../../../../contract/translate/endpoints.ts';
import { linesOf, openPhrasebook } from '../../../../demo/hosts/phrasebook.ts';
import { CACHED_TRANSLATIONS_MAX, CACHED_TRANSLATIONS_MAX_CHARS } from '../../../../server/domains/translate/bounds.ts';
import { translateHandlers } from '../../../../server/domains/translate/handlers.ts';
import { createTranslationCache } from '../../../../server/domains/translate/translation-cache.ts';
import type { UserCaller } from '../../../../server/platform/http/callers.ts';

const caller = {} as UserCaller;
const book = openPhrasebook();
const HELLO = 'Hi! Nice to meet you. How is your day going?';
const HALLO = linesOf('de')[0]?.[0] ?? '';

/** Handlers over a service with these responses; undefined is a service that does not respond. */
function setUp(say: ((text: string) => string | undefined) | undefined, phrasebook = book) {
  const asked: string[][] = [];
  const service = say && {
    async translate(texts: readonly string[]) {
      asked.push([...texts]);
      const said = texts.map(say);
      return said.includes(undefined) ? undefined : said.map(String);
    },
  };
  const { translate } = translateHandlers({ service, phrasebook: () => phrasebook, cache: createTranslationCache() });
  return { asked, translate };
}

describe('translated texts', () => {
  test('translated texts come from the service in the requested shape and order', async () => {
    const { translate } = setUp((text) => text.toUpperCase());
    expect(await translate(caller, { targetLang: 'de', sourceText: 'hi' })).toEqual({
      ok: true,
      value: { translatedText: 'HI', by: 'service' },
    });
    expect(await translate(caller, { targetLang: 'de', sourceText: ['a', 'b', 'a'] })).toEqual({
      ok: true,
      value: { translatedText: ['A', 'B', 'A'], by: ['service', 'service', 'service'] },
    });
  });

  test('a translation is requested once for all users', async () => {
    const { translate, asked } = setUp((text) => `${text}!`);
    await translate(caller, { targetLang: 'de', sourceText: ['a', 'b', 'a'] });
    await translate(caller, { targetLang: 'de', sourceText: 'b' });
    await translate(caller, { targetLang: 'fr', sourceText: 'b' });
    expect(asked).toEqual([['a', 'b'], ['b']]);
  });

  test('translated texts come from the phrasebook when the service does not respond, else they stay unchanged', async () => {
    for (const say of [undefined, () => undefined]) {
      expect(await setUp(say).translate(caller, { targetLang: 'de', sourceText: [HELLO, 'hi there'] })).toEqual({
        ok: true,
        value: { translatedText: [HALLO, 'hi there'], by: ['phrasebook', 'original'] },
      });
    }
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['only what is no text', '\uffff\u0000\ud800'],
    ['far more than was said', 'x'.repeat(30)],
  ])('a text stays untranslated when the service answers with %s', async (_what, answer) => {
    const { translate } = setUp(() => answer);
    const { value } = (await translate(caller, { targetLang: 'de', sourceText: 'hi' })) as { value: unknown };
    expect(value).toEqual({ translatedText: 'hi', by: 'original' });
  });

  test('a translated text contains no invalid character', async () => {
    const { translate } = setUp(() => ' ha\uffffl\u0000lo\r\n');
    expect(await translate(caller, { targetLang: 'de', sourceText: 'hello' })).toMatchObject({
      value: { translatedText: 'hallo', by: 'service' },
    });
  });

  test('texts are refused before any request when they exceed the limits of a call', () => {
    const takes = (sourceText: unknown) =>
      safeParse(translateRows.translate.input, { targetLang: 'de', sourceText }).success;
    expect(takes('x'.repeat(4_000))).toBe(true);
    expect(takes('x'.repeat(4_001))).toBe(false);
    expect(takes(Array(20).fill('x'))).toBe(true);
    expect(takes(Array(21).fill('x'))).toBe(false);
    expect(takes(Array(5).fill('x'.repeat(4_000)))).toBe(false);
    expect(takes([])).toBe(false);
    expect(takes('')).toBe(false);
    expect(safeParse(translateRows.translate.input, { targetLang: 'xx', sourceText: 'hi' }).success).toBe(false);
  });
});

describe('the translation cache', () => {
  test('the translation cache is bounded in number and in characters, and evicts the oldest entry', () => {
    const kept = createTranslationCache();
    for (let n = 0; n <= CACHED_TRANSLATIONS_MAX; n += 1) kept.put(`${n}`, 'de', 'x');
    expect(kept.get('0', 'de')).toBeUndefined();
    expect(kept.get('1', 'de')).toBe('x');
    expect(kept.get('1', 'fr')).toBeUndefined();
    kept.put(randomUUID(), 'de', 'x'.repeat(CACHED_TRANSLATIONS_MAX_CHARS));
    expect(kept.get('1', 'de')).toBeUndefined();
  });
});

describe('the phrasebook', () => {
  test('the phrasebook has every line of the demo hosts in every language', () => {
    const shape = linesOf('en').map(({ length }) => length);
    for (const lang of TEXT_LANGUAGES)
      expect(
        linesOf(lang).map(({ length }) => length),
        lang,
      ).toEqual(shape);
    for (const from of TEXT_LANGUAGES)
      for (const line of linesOf(from).flat())
        for (const to of TEXT_LANGUAGES) expect(book(line, to), line).toBeTypeOf('string');
  });

  test('the phrasebook matches a line exactly, ignoring surrounding white space', () => {
    expect(book(` ${HELLO}\n`, 'de')).toBe(HALLO);
    expect(book(HALLO, 'en')).toBe(HELLO);
    expect(book('Hi! Nice to meet you', 'de')).toBeUndefined();
  });
});
