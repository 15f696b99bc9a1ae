/** The 15 interface languages with their own names (product 9.1). `zh` is Traditional Chinese. */
export const LANGUAGES = {
  en: 'English',
  hi: 'हिन्दी',
  pt: 'Português',
  ar: 'العربية',
  tr: 'Türkçe',
  it: 'Italiano',
  es: 'Español',
  id: 'Bahasa Indonesia',
  de: 'Deutsch',
  fr: 'Français',
  ja: '日本語',
  zh: '繁體中文',
  ko: '한국어',
  bn: 'বাংলা',
  he: 'עברית',
} as const;
/** Code of an interface language: an ISO 639-1 code, where `zh` means Traditional Chinese. */
export type Language = keyof typeof LANGUAGES;

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set<Language>(['ar', 'he']);

/** Type guard: returns whether a tag is the code of an interface language. */
export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);
/** Returns the text direction of a language, for the `dir` attribute. */
export const directionOf = (language: Language) => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

/** Returns the stored choice, else the primary subtag of the browser's language, else English (product 9.1). */
export function chooseLanguage(saved: string | null, browser: string): Language {
  if (saved !== null && isLanguage(saved)) return saved;
  const primary = browser.toLowerCase().split('-', 1)[0] ?? '';
  return isLanguage(primary) ? primary : 'en';
}

/** Returns the language tag for `Intl` and the page's `lang`; zh uses the traditional script. */
export const localeOf = (language: Language): string => (language === 'zh' ? 'zh-Hant' : language);
