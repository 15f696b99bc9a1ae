import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** Whether translations are drawn: the setting, and the choice for the conversation. */
export const ShowsTranslations = createContext(true);

/** The first and the second words of a bubble. `kind` says what the second ones are. */
export type SecondWords = {
  readonly first: string;
  readonly second: string;
  readonly lang: string;
  readonly kind: 'translated' | 'original' | 'sent';
};

/**
 * Two ways to say a message: of an own one what was typed, then what was sent; of theirs the words, then what they typed, or
 * the translation. Undefined where there is only one.
 */
export function secondWords(row: MessageRow, language: string): SecondWords | undefined {
  const { payload, translate, out } = row;
  if (payload?.kind !== 'text') return undefined;
  const { body, said } = payload;
  if (said && said.text !== body) {
    return out
      ? { first: said.text, second: body, lang: '', kind: 'sent' }
      : { first: body, second: said.text, lang: said.lang, kind: 'original' };
  }
  if (out || translate?.lang !== language || translate.text === body.trim()) return undefined;
  return { first: body, second: translate.text, lang: translate.lang, kind: 'translated' };
}
