/** Strong characters of right-to-left scripts, and of the others (UAX 9). */
const RIGHT_TO_LEFT = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}](?<=\p{L})/u;
const LEFT_TO_RIGHT = /(?![\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}])\p{L}/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * Isolates the direction of a text within a sentence of the other direction, such as a name, so that it does not move the punctuation,
 * numbers and words around it. A text of the sentence's own direction stays unchanged.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const isOther = (direction === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT).test(text);
  return isOther ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/**
 * Isolates the direction of a value that a sentence interpolates (`isolate`); the brand's name stays unchanged, as translations are written
 * around it.
 */
export const isolateValue = (value: string, direction: 'ltr' | 'rtl', brandName: string): string =>
  value === brandName ? value : isolate(value, direction);
