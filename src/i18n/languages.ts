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

/** Returns the path of the web app manifest in a language. English has the path that `index.html` and installed apps name. */
export const manifestPath = (language: Language) =>
  language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;

/** Parses a language tag and replaces outdated codes (`iw` by `he`, `in` by `id`); undefined if it is none. */
function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/** Languages without translations, with the interface language that most of their speakers read (CLDR, languageMatching). */
const RELATED = new Map<string, Language>([
  ...['ca', 'gl', 'eu', 'ast', 'an', 'qu', 'gn', 'ay'].map((code) => [code, 'es'] as const),
  ...['br', 'oc', 'co'].map((code) => [code, 'fr'] as const),
  ...['gsw', 'lb'].map((code) => [code, 'de'] as const),
  ...['ms', 'jv', 'su'].map((code) => [code, 'id'] as const),
  ...['bho', 'mai'].map((code) => [code, 'hi'] as const),
  ['yue', 'zh'],
  ['ku', 'tr'],
]);

/**
 * Returns the stored choice, else the first interface language among those that the user prefers (`navigator.languages`), else one that is
 * related to them, else English (product 9.1).
 */
export function chooseLanguage(saved: string | null, preferred: readonly string[]): Language {
  if (saved !== null && isLanguage(saved)) return saved;
  const codes = preferred.map((tag) => parseTag(tag)?.language ?? '');
  return (
    codes.find(isLanguage) ?? codes.map((code) => RELATED.get(code)).find((language) => language !== undefined) ?? 'en'
  );
}

/** Returns the language tag for `Intl` and the page's `lang`; zh uses the traditional script. */
export const localeOf = (language: Language): string => (language === 'zh' ? 'zh-Hant' : language);

/**
 * Returns the language tag for dates, times and numbers: the preferred tag of this language, whose region decides over their order and the
 * clock, else the language alone. The calendar is the Gregorian one, which all dates of the app use.
 */
export function formatLocaleOf(language: Language, preferred: readonly string[]): string {
  const locales = preferred.flatMap((tag) => parseTag(tag) ?? []).filter((locale) => locale.language === language);
  // A Chinese tag in the simplified script does not fit the traditional texts.
  const own = locales.find((locale) => language !== 'zh' || locale.maximize().script === 'Hant');
  const locale = own ?? localeOf(language);
  const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  return calendar === 'gregory' ? `${locale}` : `${new Intl.Locale(locale, { calendar: 'gregory' })}`;
}

/**
 * Returns the language tag for texts and formats that the server makes for a device: the interface language that is chosen there, with the
 * region of its browser.
 */
export function localeOfDevice(device: { readonly configLanguage: string; readonly localLanguage: string }): string {
  const preferred = [device.localLanguage];
  return formatLocaleOf(chooseLanguage(device.configLanguage, preferred), preferred);
}
