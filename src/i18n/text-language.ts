import { isTextLanguage, type TextLanguage } from '#contract/chat/text-languages.ts';
import { currentLanguage } from './i18n.ts';

/** The viewer's language; undefined where words cannot be translated into it. */
export function currentTextLanguage(): TextLanguage | undefined {
  const language = currentLanguage();
  return isTextLanguage(language) ? language : undefined;
}
