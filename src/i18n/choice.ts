import { localValue } from '../local.ts';
import { chooseLanguage, directionOf, type Language, localeOf } from './languages.ts';

/** `chooseLanguage` accepts only existing languages. */
const saved = localValue('language', (stored) => stored);

/** Choice made on this page: it applies also where nothing can be stored. */
let chosen: Language | undefined;

export const startLanguage = (): Language => chosen ?? chooseLanguage(saved.read(), navigator.language);
export function saveLanguage(language: Language): void {
  chosen = language;
  saved.write(language);
}

/** Sets `lang` and `dir`, by which the browser picks direction, fonts, quotes and hyphens. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = localeOf(language);
  document.documentElement.dir = directionOf(language);
}

type Tell = (language: Language) => void;
const listeners = new Set<Tell>();

/** Stores a choice where the app's texts are not loaded: on the landing page. The texts follow once they are loaded. */
export function announceLanguage(language: Language): void {
  saveLanguage(language);
  applyLanguage(language);
  for (const tell of listeners) tell(language);
}

export function onLanguageChoice(tell: Tell): void {
  listeners.add(tell);
}
