import i18next from 'i18next';
import { startTransition, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, loadBeforeSwitch } from './i18n.ts';
import type { Language } from './languages.ts';
import type { LazyNamespace } from './types.ts';

type Words = Record<string, unknown>;

/** A file for each language and namespace, fetched when something that needs its words is opened. */
const FILES = import.meta.glob<Words>('./locales/*/more/*.json', { import: 'default' });

/** What was said in any language so far: parts that are open would go away, with what was typed, if its words came later than the rest. */
const said = new Set<LazyNamespace>();
const loadSaid = (language: Language) =>
  Promise.allSettled([...said].map((namespace) => loadWords(language, namespace)));

/** Resolves when the words are there in this language. Rejects where they cannot be fetched; asked again, it tries again. */
export async function loadWords(language: Language, namespace: LazyNamespace): Promise<void> {
  said.add(namespace);
  loadBeforeSwitch(loadSaid);
  if (i18next.hasResourceBundle(language, namespace)) return;
  const words = await FILES[`./locales/${language}/more/${namespace}.json`]?.();
  i18next.addResourceBundle(language, namespace, words);
}

/** Whether the words of a part that comes later can be said, in the language of the page; it is drawn anew once they can. */
export function useWords(namespace: LazyNamespace): boolean {
  // Draws anew when the language changes.
  useTranslation();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const language = currentLanguage();
  const ready = i18next.hasResourceBundle(language, namespace);
  useEffect(() => {
    if (ready) return;
    let mounted = true;
    loadWords(language, namespace).then(
      () => mounted && startTransition(drawAgain),
      // Without its words the part stays away until it is opened again.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [language, namespace, ready]);
  return ready;
}
