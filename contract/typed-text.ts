import { check, pipe, string, transform } from 'valibot';
import { isPlainText, plainText } from './xml/characters.ts';

/** The error message for text with a character that is not plain text. */
export const NO_PLAIN_TEXT = 'holds a character that is no text';

/** Typed text: a character that is not plain text is refused, not removed. */
export const typedText = pipe(string(), check(isPlainText, NO_PLAIN_TEXT));

/** Text for display, cleaned: older rows and other servers accept other characters. */
export const shownText = pipe(string(), transform(plainText));
