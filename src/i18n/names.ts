import { capital } from './format.ts';
import { currentLocale } from './i18n.ts';

const known = new Map<string, Intl.DisplayNames | undefined>();

function namesOf(type: 'language' | 'region'): Intl.DisplayNames | undefined {
  const key = `${type} ${currentLocale()}`;
  if (!known.has(key)) known.set(key, new Intl.DisplayNames(currentLocale(), { type }));
  return known.get(key);
}

/** Returns a name in the interface language ("French", "France"), the bare code when the browser has no name, and '' for ''. */
function named(type: 'language' | 'region', code: string): string {
  try {
    return code === '' ? '' : (namesOf(type)?.of(code) ?? code);
  } catch {
    return code;
  }
}

/** Returns the name of a language in the interface language, for use within a sentence. */
export const languageName = (code: string): string => named('language', code);
/** Returns the name of a country in the interface language. */
export const countryName = (code: string): string => named('region', code);

/** Returns the name of a language in the interface language, capitalized for use outside a sentence. */
export const languageLabel = (code: string): string => capital(languageName(code));

/** Sorts by names in the order of the interface language: in German Ö is sorted as O, in Turkish it follows O. */
export function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const { compare } = new Intl.Collator(currentLocale());
  return items.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
}
/** Returns the options of a choice among codes, with their names in the interface language, sorted by name. */
export const namedOptions = (codes: readonly string[], nameOf: (code: string) => string) =>
  sortedByName(
    codes.map((value) => ({ value, label: nameOf(value) })),
    ({ label }) => label,
  );
