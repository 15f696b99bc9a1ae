/** The few rows stored in local storage if the browser provides no database (docs/decisions.md). */
export const KEPT_KEYS = ['session', 'owner', 'settings', 'device'] as const;
export type MirroredKey = (typeof KEPT_KEYS)[number];

/** Returns the local storage key of a row. */
export const placeOf = (key: MirroredKey): string => `kept:${key}`;

/** The stored texts, unparsed; null if there is none. */
export type MirroredTexts = Readonly<Record<MirroredKey, string | null>>;
/** Maximum length of a stored text. */
export const MIRRORED_TEXT_MAX = 8_192;
