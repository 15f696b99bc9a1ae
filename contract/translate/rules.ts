/** Limits and times of translations, the same for client and server; names include the unit. */

/** Requests to `translate` per minute and account; each may have several texts. */
export const TRANSLATIONS_PER_MINUTE = 30;
/** Maximum number of texts in one request to `translate`. */
export const TRANSLATE_TEXTS_MAX = 20;
/** Maximum total length of the texts in one request to `translate`: at three bytes per character they fit into it. */
export const TRANSLATE_CHARS_MAX = 16_000;
/** A translation may be this many times as long as its text, plus `LONGER_BY_CHARS`. */
const TIMES_LONGER_MAX = 3;
const LONGER_BY_CHARS = 20;

/** Maximum length of a plausible translation of a text, in UTF-16 units; server and core reject a longer one as a translator's failure. */
export const longestTranslationOf = (text: string): number => text.length * TIMES_LONGER_MAX + LONGER_BY_CHARS;

/**
 * Modes of a conversation's automatic translation: `auto` translates messages of another language, `on` also those of an unclear one,
 * `off` none.
 */
export const TRANSLATE_MODES = ['auto', 'on', 'off'] as const;
/** Mode of a conversation's automatic translation. */
export type TranslateMode = (typeof TRANSLATE_MODES)[number];
