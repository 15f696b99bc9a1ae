import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { applyLanguage, onLanguageChoice, saveLanguage, startLanguage } from './choice.ts';
import { createCountFormatter } from './counts.ts';
import { formatSettings, watchFormatSettings } from './format-settings.ts';
import { isolateValue } from './isolate.ts';
import { directionOf, formatLocaleOf, isLanguage, type Language } from './languages.ts';
import { type Bundle, loadBundle } from './load.ts';
import type { Namespace } from './types.ts';

const namespaces = [
  'common',
  'entrance',
  'errors',
  'login',
  'message',
  'people',
  'settings',
  'connection',
  'official',
  'wall',
  'match',
  'profile',
  'friends',
  'edit',
  'safety',
  'download',
  'domain',
  'call',
  'preflight',
  'push',
] as const satisfies readonly Namespace[];

const isComplete = (bundle: Bundle) => namespaces.every((namespace) => namespace in bundle);

/** Loads a language's translations, and English as a fallback only when they are incomplete. */
async function resourcesOf(language: Language): Promise<Record<string, Bundle>> {
  const bundle = await loadBundle(language);
  if (language === 'en' || isComplete(bundle)) return { [language]: bundle };
  return { [language]: bundle, en: await loadBundle('en') };
}

/** Initializes i18next with a language. Called by the build too, which has no document. */
export async function initTexts(language: Language): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(createCountFormatter(currentLocale))
    .init({
      lng: language,
      resources: await resourcesOf(language),
      fallbackLng: 'en',
      ns: [...namespaces],
      defaultNS: 'common',
      interpolation: {
        escape: (value) => isolateValue(value, directionOf(currentLanguage()), brand.name),
        alwaysFormat: true,
        defaultVariables: { brand: brand.name },
      },
      react: { useSuspense: false },
    });
}

/** Initializes i18next with the start language, when the app starts. Resolves when the first texts can be rendered. */
export async function startI18n(): Promise<void> {
  const language = startLanguage();
  applyLanguage(language);
  await initTexts(language);
  onLanguageChoice((next) => void switchLanguage(next));
  // Renders each component with texts again, and with them all dates and times.
  watchFormatSettings(() => void i18next.changeLanguage(i18next.language));
  // Another language may have been chosen while the first one was loading.
  const chosen = startLanguage();
  if (chosen !== language) await switchLanguage(chosen);
}

let wanted: Language | undefined;

/** Loads the lazy namespaces in use. Set once there are any (more.ts). */
let loadTheRest: (language: Language) => Promise<unknown> = async () => undefined;
/** Sets the function that loads the lazy namespaces in use in another language. `switchLanguage` awaits it before it switches. */
export function loadBeforeSwitch(load: typeof loadTheRest): void {
  loadTheRest = load;
}

/** Switches the language without a reload and stores the choice. The last choice wins, whichever translations load first. */
export async function switchLanguage(language: Language): Promise<void> {
  wanted = language;
  const [resources] = await Promise.all([resourcesOf(language), loadTheRest(language)]);
  if (wanted !== language) return;
  for (const [lng, bundle] of Object.entries(resources))
    for (const [namespace, words] of Object.entries(bundle)) i18next.addResourceBundle(lng, namespace, words);
  // Before the new words are drawn, which happens within `changeLanguage`: the page would be laid out in the other direction.
  applyLanguage(language);
  await i18next.changeLanguage(language);
  saveLanguage(language);
}

/** Returns the interface language in which texts are shown now. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

let locale = { for: '', tag: '' };

/** Returns the BCP 47 tag of the current language for `Intl`, with the region that the user prefers for it. */
export function currentLocale(): string {
  const language = currentLanguage();
  const key = `${language} ${formatSettings()}`;
  if (locale.for !== key) locale = { for: key, tag: formatLocaleOf(language, navigator.languages) };
  return locale.tag;
}
