import { isTextLanguage, type TextLanguage } from '#contract/chat/text-languages.ts';
import { currentLanguage } from './i18n.ts';

/** Returns the current interface language as the target of message translation; undefined when translation does not support it. */
export function currentTextLanguage(): TextLanguage | undefined {
  const language = currentLanguage();
  return isTextLanguage(language) ? language : undefined;
}
