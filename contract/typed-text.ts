import { check, pipe, string, transform } from 'valibot';
import { isPlainText, plainText } from './xml/characters.ts';

export const NO_PLAIN_TEXT = 'holds a character that is no text';

/** Typed text: a character that cannot be meant is refused, not removed. */
export const typedText = pipe(string(), check(isPlainText, NO_PLAIN_TEXT));

/** What somebody typed once, as it is shown: without what older rows and other servers let through. */
export const shownText = pipe(string(), transform(plainText));
