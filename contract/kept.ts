/** The few rows that are kept in the local storage where a browser gives us no database (docs/decisions.md). */
export const KEPT_KEYS = ['session', 'owner', 'settings', 'device'] as const;
export type KeptKey = (typeof KEPT_KEYS)[number];

/** Returns the name under which a row is stored. */
export const placeOf = (key: KeptKey): string => `kept:${key}`;

/** The stored texts, unparsed; null when there is none. */
export type KeptTexts = Readonly<Record<KeptKey, string | null>>;
export const KEPT_TEXT_MAX = 8_192;
