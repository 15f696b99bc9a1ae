import { createHash } from 'node:crypto';
import type { TextLanguage } from '../../../contract/chat/text-languages.ts';
import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { CACHED_TRANSLATIONS_MAX, CACHED_TRANSLATIONS_MAX_CHARS } from './bounds.ts';

/** In-memory cache of translations by text and target language. `put` does not replace one that is cached. */
export type TranslationCache = {
  get(text: string, to: TextLanguage): string | undefined;
  put(text: string, to: TextLanguage, translation: string): void;
};

/** Creates the LRU cache of translations of a process. Keys are hashes, so the original texts are not stored. */
export function createTranslationCache(): TranslationCache {
  const entries = createBoundedMap<string, string>({
    max: CACHED_TRANSLATIONS_MAX,
    total: { max: CACHED_TRANSLATIONS_MAX_CHARS, sizeOf: ({ length }) => Math.max(1, length) },
  });
  const keyOf = (text: string, to: TextLanguage) => createHash('sha256').update(`${to}\n${text}`).digest('base64');
  return {
    get: (text, to) => entries.get(keyOf(text, to)),
    put(text, to, translation) {
      const key = keyOf(text, to);
      if (!entries.has(key)) entries.set(key, translation);
    },
  };
}
