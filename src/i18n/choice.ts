import { chooseLanguage, directionOf, type Language, localeOf } from './languages.ts';

const KEY = 'language';

/** Storage may be forbidden altogether; a choice then lasts as long as the page. */
function saved(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const startLanguage = (): Language => chooseLanguage(saved(), navigator.language);

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // See above.
  }
}

/** Tells the browser which way the page runs and which fonts, quotes and hyphens belong to it. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = localeOf(language);
  document.documentElement.dir = directionOf(language);
}
