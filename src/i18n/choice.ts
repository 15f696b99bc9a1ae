import { localValue } from '../local.ts';
import { chooseLanguage, directionOf, type Language, localeOf, manifestPath } from './languages.ts';

/** The stored language; `chooseLanguage` accepts only supported ones. */
const saved = localValue('language', (stored) => stored);

/** The language chosen on this page; it applies even without storage. */
let chosen: Language | undefined;

/**
 * Returns the language of the page before translations are loaded: the one chosen in this page, else the stored one, else the
 * first supported one of the browser, else English.
 */
export const startLanguage = (): Language => chosen ?? chooseLanguage(saved.read(), navigator.languages);
/** Stores the chosen interface language on this device, for the next start. */
export function saveLanguage(language: Language): void {
  chosen = language;
  saved.write(language);
}

/**
 * Sets `lang` and `dir` of the document, which determine direction, fonts, quotes and hyphenation, and the manifest, by which the app is
 * installed with texts in this language. Called at the start and on each language switch.
 */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = localeOf(language);
  document.documentElement.dir = directionOf(language);
  document.head.querySelector('link[rel=manifest]')?.setAttribute('href', manifestPath(language));
}

type Tell = (language: Language) => void;
const listeners = new Set<Tell>();

/**
 * Stores and applies a language chosen on the landing page, where the app's translations may still be loading. They switch by
 * `onLanguageChoice`.
 */
export function announceLanguage(language: Language): void {
  saveLanguage(language);
  applyLanguage(language);
  for (const tell of listeners) tell(language);
}

/** Registers a listener, which is called with each language that is chosen on the landing page, until the page is closed. */
export function onLanguageChoice(tell: Tell): void {
  listeners.add(tell);
}
