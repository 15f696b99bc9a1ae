import { createHash } from 'node:crypto';
import type { TextLanguage } from '../../contract/chat/text-languages.ts';
import { KEPT_TRANSLATIONS, KEPT_TRANSLATIONS_CHARS } from './bounds.ts';

export type KeptTranslations = {
  get(text: string, to: TextLanguage): string | undefined;
  put(text: string, to: TextLanguage, translation: string): void;
};

/** Creates the memory of what was translated, by a hash of the words, which are not kept. The oldest goes first. */
export function keptTranslations(): KeptTranslations {
  const kept = new Map<string, string>();
  let chars = 0;
  const keyOf = (text: string, to: TextLanguage) => createHash('sha256').update(`${to}\n${text}`).digest('base64');
  return {
    get: (text, to) => kept.get(keyOf(text, to)),
    put(text, to, translation) {
      const key = keyOf(text, to);
      if (kept.has(key)) return;
      kept.set(key, translation);
      chars += translation.length;
      for (const [oldest, { length }] of kept) {
        if (kept.size <= KEPT_TRANSLATIONS && chars <= KEPT_TRANSLATIONS_CHARS) break;
        kept.delete(oldest);
        chars -= length;
      }
    },
  };
}
