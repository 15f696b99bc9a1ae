import { createHash } from 'node:crypto';
import type { TextLanguage } from '../../../contract/chat/text-languages.ts';
import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { KEPT_TRANSLATIONS, KEPT_TRANSLATIONS_CHARS } from './bounds.ts';

export type KeptTranslations = {
  get(text: string, to: TextLanguage): string | undefined;
  put(text: string, to: TextLanguage, translation: string): void;
};

/** Creates the memory of what was translated, by a hash of the words, which are not kept. The one that was used the longest ago goes first. */
export function keptTranslations(): KeptTranslations {
  const kept = createBoundedMap<string, string>({
    max: KEPT_TRANSLATIONS,
    total: { max: KEPT_TRANSLATIONS_CHARS, sizeOf: ({ length }) => Math.max(1, length) },
  });
  const keyOf = (text: string, to: TextLanguage) => createHash('sha256').update(`${to}\n${text}`).digest('base64');
  return {
    get: (text, to) => kept.get(keyOf(text, to)),
    put(text, to, translation) {
      const key = keyOf(text, to);
      if (!kept.has(key)) kept.set(key, translation);
    },
  };
}
