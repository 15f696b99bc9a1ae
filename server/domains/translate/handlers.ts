import type { Output } from '../../../contract/api/endpoint.ts';
import type { TextLanguage } from '../../../contract/chat/text-languages.ts';
import { ok } from '../../../contract/result.ts';
import type { translateRows } from '../../../contract/translate/endpoints.ts';
import { longestTranslationOf } from '../../../contract/translate/rules.ts';
import { plainText } from '../../../contract/xml/characters.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import type { TranslationService } from './libre.ts';
import type { TranslationCache } from './translation-cache.ts';

/** Translates a sentence of a demo host; undefined for any other text. */
export type Phrasebook = (text: string, to: TextLanguage) => string | undefined;
type TranslateParts = {
  readonly service: TranslationService | undefined;
  /** Undefined without the demo, and until it is loaded. */
  readonly phrasebook: () => Phrasebook | undefined;
  readonly cache: TranslationCache;
};
type Translation = {
  readonly text: string;
  readonly by: Extract<Output<(typeof translateRows)['translate']>['by'], string>;
};

/** Sanitizes a translation: plain text of plausible length; undefined otherwise. */
function cleaned(answer: string | undefined, original: string): string | undefined {
  const text = plainText(answer ?? '').trim();
  return text === '' || text.length > longestTranslationOf(original) ? undefined : text;
}

/**
 * Handler of the endpoint `translate`: each text by the cache or the service, else by the phrasebook of the demo; otherwise it is returned
 * unchanged (product 8.1).
 */
export function translateHandlers(parts: TranslateParts): Pick<Handlers, keyof typeof translateRows> {
  const { service, phrasebook, cache } = parts;

  async function askService(texts: readonly string[], to: TextLanguage): Promise<void> {
    const fresh = [...new Set(texts)].filter((text) => cache.get(text, to) === undefined);
    const answers = fresh.length > 0 ? await service?.translate(fresh, to) : undefined;
    for (const [index, text] of fresh.entries()) {
      const translation = cleaned(answers?.[index], text);
      if (translation !== undefined) cache.put(text, to, translation);
    }
  }

  function translationOf(original: string, to: TextLanguage): Translation {
    const byService = cache.get(original, to);
    if (byService !== undefined) return { text: byService, by: 'service' };
    const byBook = phrasebook()?.(original, to);
    return byBook === undefined ? { text: original, by: 'original' } : { text: byBook, by: 'phrasebook' };
  }

  return {
    async translate(_caller, { targetLang, sourceText }) {
      const texts = typeof sourceText === 'string' ? [sourceText] : sourceText;
      await askService(texts, targetLang);
      const all = texts.map((text) => translationOf(text, targetLang));
      const [first] = all;
      return typeof sourceText === 'string' && first
        ? ok({ translatedText: first.text, by: first.by })
        : ok({ translatedText: all.map(({ text }) => text), by: all.map(({ by }) => by) });
    },
  };
}
