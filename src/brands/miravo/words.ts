import type english from '../../i18n/locales/en/landing-miravo.json';

/** Texts that only the landing page of this brand uses, in one language. */
export type LandingWords = typeof english;

/** Loaders of the landing page's texts, by file path: one JSON file per language. A build contains only its own brand's files. */
export const landingFiles = import.meta.glob<LandingWords>('../../i18n/locales/*/landing-miravo.json', {
  import: 'default',
});
