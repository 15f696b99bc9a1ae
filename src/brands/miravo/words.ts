import type english from '../../i18n/locales/en/landing-miravo.json';

export type LandingWords = typeof english;

/** One file for each language; only this brand's are in its build. */
export const landingFiles = import.meta.glob<LandingWords>('../../i18n/locales/*/landing-miravo.json', {
  import: 'default',
});
