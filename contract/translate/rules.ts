/** Business numbers of this domain, each with its unit in its name. */

export const TRANSLATIONS_PER_MINUTE = 30;
export const TRANSLATE_TEXTS_MAX = 20;
/** Of all texts of one call: in three bytes each they fit into a request. */
export const TRANSLATE_CHARS_MAX = 16_000;
/** A translation that is longer than this is none. */
const TIMES_LONGER_MAX = 3;
const LONGER_BY_CHARS = 20;

export const longestTranslationOf = (text: string): number => text.length * TIMES_LONGER_MAX + LONGER_BY_CHARS;

/** Which messages of a conversation are translated unasked: words of another language, also those of no clear one, none. */
export const TRANSLATE_MODES = ['auto', 'on', 'off'] as const;
export type TranslateMode = (typeof TRANSLATE_MODES)[number];
