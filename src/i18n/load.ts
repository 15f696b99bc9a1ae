import type { Language } from './languages.ts';

type Words = { readonly [key: string]: string | Words };
/** The translations of a language, by namespace. */
export type Bundle = Record<string, Words>;

/** One chunk per language with all files of its folder, except those of the legal and landing pages. */
const bundles: { readonly [L in Language]: () => Promise<{ readonly default: Record<string, unknown> }> } = {
  en: () => import('./bundles/en.ts'),
  hi: () => import('./bundles/hi.ts'),
  pt: () => import('./bundles/pt.ts'),
  ar: () => import('./bundles/ar.ts'),
  tr: () => import('./bundles/tr.ts'),
  it: () => import('./bundles/it.ts'),
  es: () => import('./bundles/es.ts'),
  id: () => import('./bundles/id.ts'),
  de: () => import('./bundles/de.ts'),
  fr: () => import('./bundles/fr.ts'),
  ja: () => import('./bundles/ja.ts'),
  zh: () => import('./bundles/zh.ts'),
  ko: () => import('./bundles/ko.ts'),
  bn: () => import('./bundles/bn.ts'),
  he: () => import('./bundles/he.ts'),
};

const FILE = /(\w+)\.json$/;

/** Loads all namespaces of a language, as far as its files have them; i18next shows English for missing texts. */
export async function loadBundle(language: Language): Promise<Bundle> {
  const files = (await bundles[language]()).default;
  return Object.fromEntries(
    Object.entries(files).map(([path, words]) => [FILE.exec(path)?.[1] ?? path, words as Words]),
  );
}
