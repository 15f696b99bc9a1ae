/** Constants of this domain (product 9.5); names include the unit. */

/** Batch size at which waiting events are sent at once; a brand sets it within these bounds. */
export const BATCH_DEFAULT = 6;
export const BATCH_MIN = 1;
export const BATCH_MAX = 30;
/** Interval after which smaller batches are sent. */
export const SENT_EVERY_MS = 6_000;
/** Maximum events per request. */
export const SENT_AT_ONCE_MAX = 50;
/** Maximum events queued on the device. The oldest are dropped. */
export const WAITING_MAX = 500;
export const SEND_TIMEOUT_MS = 3_000;
export const SEND_RETRIES = 3;
/** Upper bound of the Retry-After that a collector sends with 429. */
export const COLLECTOR_RESTS_MAX_MS = 600_000;
/** Interval of batched writes from memory. */
export const WRITTEN_EVERY_MS = 500;
export const DURATION_MAX_SECONDS = 86_400;
/** Lifetime of the ids of a device. */
export const IDS_KEPT_DAYS = 73_000;
export const REFERRER_MAX_CHARS = 200;
/** For the distinct id, the device id and the account id. */
export const MEASURE_ID_MAX_CHARS = 63;
/** Probability that a start reports its environment. */
export const FINGERPRINT_CHANCE = 0.001;

/** Limits of the collector. */
export const COLLECTED_MAX_BYTES = 262_144;
export const COLLECTED_PER_MINUTE = 60;
export const EVENTS_KEPT_DAYS = 395;
/** Maximum number of stored events, some 5 GB: above it the collector accepts none. */
export const EVENTS_STORED_MAX = 5_000_000;
/** A time further ahead than this indicates a wrong clock. */
export const CLOCK_AHEAD_MAX_MS = 86_400_000;

/** Validity of a consent, and of a refusal; then the user is asked again. */
export const YES_LASTS_DAYS = 365;
export const NO_LASTS_DAYS = 182;
export const CONSENT_PROOF_KEPT_DAYS = 3 * 365;
/** Maximum proofs queued on the device for a network. */
export const PROOFS_WAITING_MAX = 20;

/** Per account or address, because proofs are retained for years and anonymous requests may submit them. */
export const CONSENTS_PER_MINUTE = 20;

/** An installation is attributed to another link only after this time. */
export const REATTRIBUTED_AFTER_DAYS = 30;
/** Limit of each value of a link. */
export const CAMPAIGN_MAX_CHARS = 128;
export const ATTRIBUTIONS_PER_MINUTE = 20;
/** Number of the newest attribution changes kept per account. */
export const ATTRIBUTIONS_KEPT = 50;
