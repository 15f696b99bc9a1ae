import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** Context: whether bubbles show translations, by the setting of the device and the choice for the conversation. */
export const ShowsTranslations = createContext(true);

/**
 * The two texts of a bubble with a translation. `lang`: language of the second one, empty if unknown. `kind`: what the second one is.
 * `translated`: the translation of a received message into the user's language. `original`: the text that the peer typed and sent as a
 * translation. `sent`: the translation that this user sent.
 */
export type BubbleTexts = {
  readonly first: string;
  readonly second: string;
  readonly lang: string;
  readonly kind: 'translated' | 'original' | 'sent';
};

/**
 * Returns the two texts of a text message for its bubble. Own message: the text that was typed, then the translation that was sent.
 * Received one: its text, then the text that the peer typed, else the stored translation into `language`. Undefined if there is only one
 * text, or both are equal.
 */
export function bubbleTexts(row: MessageRow, language: string): BubbleTexts | undefined {
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
