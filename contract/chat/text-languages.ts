/** Languages of the app, which are also the targets of message translation. zh is Traditional Chinese. */
export const TEXT_LANGUAGES = [
  'ar',
  'bn',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'tr',
  'zh',
] as const;
/** One of the languages of the app and of message translation. */
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** Returns whether a language code is one of `TEXT_LANGUAGES`. */
export const isTextLanguage = (lang: string): lang is TextLanguage =>
  TEXT_LANGUAGES.some((language) => language === lang);
