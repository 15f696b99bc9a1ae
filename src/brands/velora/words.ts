import type english from '../../i18n/locales/en/landing-velora.json';

export type LandingWords = typeof english;

/** One file for each language; a build contains only its brand's files. */
export const landingFiles = import.meta.glob<LandingWords>('../../i18n/locales/*/landing-velora.json', {
  import: 'default',
});
