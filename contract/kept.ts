/** The few rows that are kept in the local storage where a browser gives us no database (docs/decisions.md). */
export const KEPT_KEYS = ['session', 'owner', 'settings', 'device'] as const;
export type KeptKey = (typeof KEPT_KEYS)[number];

/** Under which name a row lies there. */
export const placeOf = (key: KeptKey): string => `kept:${key}`;

/** What was found there, unread; null where there is nothing. */
export type KeptTexts = Readonly<Record<KeptKey, string | null>>;
export const KEPT_TEXT_MAX = 8_192;
