import { check, pipe, string, transform } from 'valibot';
import { isPlainText, plainText } from '../xml/characters.ts';

/** The error message for text with a character that is not plain text. */
export const NO_PLAIN_TEXT = 'holds a character that is no text';

/** Schema of typed text: a character that is not plain text is refused, not removed. */
export const typedText = pipe(string(), check(isPlainText, NO_PLAIN_TEXT));

/** Schema of text for display: characters that are not plain text are removed, because older rows and other servers accept them. */
export const shownText = pipe(string(), transform(plainText));
