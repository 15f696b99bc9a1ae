import { type LandingWords, landingFiles } from '#brand/words.ts';
import type { Language } from '../i18n/languages.ts';
import type entrance from '../i18n/locales/en/entrance.json';

/** Texts shared by the landing pages of all brands, in one language. */
export type EntranceWords = typeof entrance;
/** All texts of the landing page in one language. */
export type Words = {
  readonly language: Language;
  /** Texts shared by the landing pages of all brands. */
  readonly entrance: EntranceWords;
  readonly landing: LandingWords;
};

const entranceFiles = import.meta.glob<EntranceWords>('../i18n/locales/*/entrance.json', { import: 'default' });

type Files<T> = Readonly<Record<string, () => Promise<T>>>;

function fileOf<T>(files: Files<T>, language: Language): Promise<T> {
  const load = Object.entries(files).find(([path]) => path.includes(`/locales/${language}/`))?.[1];
  if (!load) throw new TypeError(`the landing page has no words in ${language}`);
  return load();
}

/** Loads the texts of the landing page, without the app's translations and i18next. */
export async function loadWords(language: Language): Promise<Words> {
  const [entrance, landing] = await Promise.all([fileOf(entranceFiles, language), fileOf(landingFiles, language)]);
  return { language, entrance, landing };
}
