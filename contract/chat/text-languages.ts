/** Languages of the app, and so those that words are translated into. zh is Traditional Chinese. */
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
