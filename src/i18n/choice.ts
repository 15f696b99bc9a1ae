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

/** What was chosen on this page: counts also where nothing can be saved. */
let chosen: Language | undefined;

export const startLanguage = (): Language => chosen ?? chooseLanguage(saved(), navigator.language);

export function saveLanguage(language: Language): void {
  chosen = language;
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

type Tell = (language: Language) => void;
const listeners = new Set<Tell>();

/** Chosen where the words of the app are not there yet: on the landing page. They follow as soon as they are. */
export function announceLanguage(language: Language): void {
  saveLanguage(language);
  applyLanguage(language);
  for (const tell of listeners) tell(language);
}

export function onLanguageChoice(tell: Tell): void {
  listeners.add(tell);
}
