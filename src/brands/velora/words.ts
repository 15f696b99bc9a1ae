import type english from '../../i18n/locales/en/landing-velora.json';

export type LandingWords = typeof english;

/** One file per language; a build contains only the files of its brand. */
export const landingFiles = import.meta.glob<LandingWords>('../../i18n/locales/*/landing-velora.json', {
  import: 'default',
});
