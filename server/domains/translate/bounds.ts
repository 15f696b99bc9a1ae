import { HOUR_MS } from '../../../contract/durations.ts';

// The constants of this file are the limits and times of translation. The unit is part of the name where there is one.

/** Timeout of a translation by the service, including a request for the supported languages. */
export const SERVICE_TIMEOUT_MS = 8_000;
/** Maximum size of an answer of the translation service; a longer one counts as malformed. */
export const SERVICE_ANSWER_MAX_BYTES = 1_048_576;
/**
 * Maximum number of concurrent translations by the service per process; further ones are answered without it, so that a hanging service
 * blocks no more than these.
 */
export const SERVICE_CALLS_AT_ONCE = 16;
/** After this many consecutive requests without an answer, a process does not call the translation service for `SERVICE_REST_MS`. */
export const SERVICE_SILENT_CALLS = 3;
/** How long a process does not call a translation service that did not answer `SERVICE_SILENT_CALLS` times. */
export const SERVICE_REST_MS = 30_000;
/** Lifetime of the cached list of the languages that the translation service supports. */
export const LANGUAGES_CACHE_MS = HOUR_MS;
/** Maximum number of translations that a process caches. */
export const CACHED_TRANSLATIONS_MAX = 5_000;
/** Maximum number of characters of all translations that a process caches. */
export const CACHED_TRANSLATIONS_MAX_CHARS = 4_000_000;
