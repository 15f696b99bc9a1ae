/** Bounds of this room, each with its unit in its name. */

/** For one call of the service, with the question for its languages before it. */
export const SERVICE_TIMEOUT_MS = 8_000;
export const SERVICE_ANSWER_MAX_BYTES = 1_048_576;
/** More calls at one time are answered without the service, so that one that hangs holds no more than these. */
export const SERVICE_CALLS_AT_ONCE = 16;
/** After so many calls in a row without an answer the service is left alone for a while. */
export const SERVICE_SILENT_CALLS = 3;
export const SERVICE_REST_MS = 30_000;
/** How long the service's list of languages counts. */
export const LANGUAGES_KEPT_MS = 3_600_000;
export const KEPT_TRANSLATIONS = 5_000;
export const KEPT_TRANSLATIONS_CHARS = 4_000_000;
