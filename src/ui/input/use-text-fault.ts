import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textFault } from '#contract/text/text-fault.ts';
import { charsLeft } from '#contract/text/visible-text.ts';

/**
 * Returns the sentence that says why a field with this limit refuses what a user typed, and whether it is about the number of characters;
 * undefined if the field takes it, or has no limit. The form of the field disables its button by `textFault`.
 */
export function useTextFault(text: string, maxChars: number | undefined) {
  const { t } = useTranslation(['message', 'errors']);
  const fault = maxChars === undefined ? undefined : textFault(text, maxChars);
  if (maxChars === undefined || fault === undefined) return undefined;
  return fault === 'long'
    ? { sentence: t('composer.tooLong', { count: -charsLeft(text, maxChars) }), isCount: true }
    : { sentence: t('errors:message-unreadable'), isCount: false };
}

/** Counts of characters left that are spoken when a text reaches them, also by a paste beyond them; -1: the text has become too long. */
const SPOKEN_AT = [100, 20, 0, -1] as const;

/** Returns how many counts of `SPOKEN_AT` a text has reached: a new number is spoken, as each key would be too much. */
export const countsReached = (left: number): number => SPOKEN_AT.filter((count) => left <= count).length;

/**
 * Returns the sentence that a screen reader speaks about a text that is being typed: as it was when its occasion began, because the count in
 * it changes with each key. A changed occasion speaks it again.
 */
export function useSpoken(sentence: string | undefined, occasion: string | number | boolean): string | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the occasion changes what is spoken
  return useMemo(() => sentence, [occasion]);
}
