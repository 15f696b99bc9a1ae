import type { Language } from './i18n/languages.ts';

export const LEGAL_PAGES = ['privacy', 'terms', 'cookies'] as const;
type LegalPage = (typeof LEGAL_PAGES)[number];

/** A static page that the build makes for each language (section 2: they open in a new tab in the current one). */
export const legalPath = (page: LegalPage, language: Language) => `/legal/${page}.${language}.html`;
