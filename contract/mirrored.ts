/** Keys of the `app.state` rows that are mirrored to local storage if the browser provides no database (docs/decisions.md). */
export const MIRRORED_KEYS = ['session', 'owner', 'settings', 'device'] as const;
/** Key of a mirrored `app.state` row. */
export type MirroredKey = (typeof MIRRORED_KEYS)[number];

/** Returns the local storage key of a row. */
export const placeOf = (key: MirroredKey): string => `kept:${key}`;

/** The mirrored rows in local storage, unparsed; null if there is none. A page hands them to the core, which stores them. */
export type MirroredTexts = Readonly<Record<MirroredKey, string | null>>;
/** Maximum length of a mirrored row's text, in UTF-16 units; the command `adopt` refuses longer ones. */
export const MIRRORED_TEXT_MAX = 8_192;
