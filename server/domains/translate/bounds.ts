/** Limits of translation; names include the unit. */

/** Timeout of a translation, including a request for the supported languages. */
export const SERVICE_TIMEOUT_MS = 8_000;
export const SERVICE_ANSWER_MAX_BYTES = 1_048_576;
/** Concurrent requests to the service; further ones are answered without it, so that a hanging service blocks no more than these. */
export const SERVICE_CALLS_AT_ONCE = 16;
/** After this many consecutive requests without an answer, the service is not called for `SERVICE_REST_MS`. */
export const SERVICE_SILENT_CALLS = 3;
export const SERVICE_REST_MS = 30_000;
/** Lifetime of the cached list of the service's languages. */
export const LANGUAGES_CACHE_MS = 3_600_000;
/** Limits of the translation cache: entries, and characters of all translations. */
export const CACHED_TRANSLATIONS_MAX = 5_000;
export const CACHED_TRANSLATIONS_MAX_CHARS = 4_000_000;
