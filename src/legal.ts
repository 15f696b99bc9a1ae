import type { Language } from './i18n/languages.ts';

/** Names of the static legal documents, in the order of their links. */
export const LEGAL_PAGES = ['privacy', 'terms', 'cookies'] as const;
type LegalPage = (typeof LEGAL_PAGES)[number];

/** Returns the path of a static legal page, built for each language (product 2.7). */
export const legalPath = (page: LegalPage, language: Language) => `/legal/${page}.${language}.html`;
