/** Constants of this domain; names include the unit. */

export const TRANSLATIONS_PER_MINUTE = 30;
export const TRANSLATE_TEXTS_MAX = 20;
/** Limit for all texts of one call: at three bytes per character they fit into a request. */
export const TRANSLATE_CHARS_MAX = 16_000;
/** A translation that is longer than this is rejected. */
const TIMES_LONGER_MAX = 3;
const LONGER_BY_CHARS = 20;

export const longestTranslationOf = (text: string): number => text.length * TIMES_LONGER_MAX + LONGER_BY_CHARS;

/**
 * Automatic translation of a conversation's messages: in `auto` those of another language, in `on` also those of an unclear one, in `off`
 * none.
 */
export const TRANSLATE_MODES = ['auto', 'on', 'off'] as const;
export type TranslateMode = (typeof TRANSLATE_MODES)[number];
