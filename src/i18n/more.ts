import i18next from 'i18next';
import { startTransition, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, loadBeforeSwitch } from './i18n.ts';
import type { Language } from './languages.ts';
import type { LazyNamespace } from './types.ts';

type Words = Record<string, unknown>;

/** One file per language and lazy namespace, fetched when a component that needs it is opened. */
const FILES = import.meta.glob<Words>('./locales/*/more/*.json', { import: 'default' });

/**
 * The namespaces used so far. A language switch loads them first: otherwise open components would unmount and lose
 * typed text.
 */
const said = new Set<LazyNamespace>();
const loadSaid = (language: Language) =>
  Promise.allSettled([...said].map((namespace) => loadWords(language, namespace)));

/**
 * Loads a lazy namespace in a language, for code outside components; later language switches load it too. Rejects when it cannot be
 * fetched; a later call retries.
 */
export async function loadWords(language: Language, namespace: LazyNamespace): Promise<void> {
  said.add(namespace);
  loadBeforeSwitch(loadSaid);
  if (i18next.hasResourceBundle(language, namespace)) return;
  const words = await FILES[`./locales/${language}/more/${namespace}.json`]?.();
  i18next.addResourceBundle(language, namespace, words);
}

/**
 * Returns whether a lazy namespace is loaded in the current language; loads it and re-renders otherwise. Components render its
 * texts only once it is.
 */
export function useWords(namespace: LazyNamespace): boolean {
  // Re-renders when the language changes.
  useTranslation();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const language = currentLanguage();
  const ready = i18next.hasResourceBundle(language, namespace);
  useEffect(() => {
    if (ready) return;
    let mounted = true;
    loadWords(language, namespace).then(
      () => mounted && startTransition(drawAgain),
      // If the texts cannot be loaded, the component stays hidden until it is opened again.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [language, namespace, ready]);
  return ready;
}
