import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** Context: whether bubbles show translations, by the setting of the device and the choice for the conversation. */
export const ShowsTranslations = createContext(true);

/**
 * The two texts of a bubble with a translation. `lang`: language of the second one, empty if unknown. The second one is for `translated`
 * the translation of a received message, for `original` the text that its sender typed, and for `sent` the translation that was sent.
 */
export type SecondWords = {
  readonly first: string;
  readonly second: string;
  readonly lang: string;
  readonly kind: 'translated' | 'original' | 'sent';
};

/**
 * The two texts of a message. Own message: the text typed, then the translation sent. Peer's message: the text received, then the
 * text they typed or the translation. Undefined if there is only one.
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
