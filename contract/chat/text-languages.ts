/** Languages of the app, which are also the translation targets. zh is Traditional Chinese. */
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
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

export const isTextLanguage = (lang: string): lang is TextLanguage => TEXT_LANGUAGES.some((one) => one === lang);
