/** Business numbers of this domain (product 9.5), each with its unit in its name. */

/** So many waiting events are sent at once without a wait; the brand says how many, within these bounds. */
export const BATCH_DEFAULT = 6;
export const BATCH_MIN = 1;
export const BATCH_MAX = 30;
/** Fewer are sent after this time. */
export const SENT_EVERY_MS = 6_000;
/** Events of one request. */
export const SENT_AT_ONCE_MAX = 50;
/** Events that wait on the device. One more pushes out the oldest. */
export const WAITING_MAX = 500;
export const SEND_TIMEOUT_MS = 3_000;
export const SEND_RETRIES = 3;
/** A collector that has enough (429) says for how long it wants nothing; no longer than this. */
export const COLLECTOR_RESTS_MAX_MS = 600_000;
/** Events are gathered in memory for this long, then written together. */
export const WRITTEN_EVERY_MS = 500;
export const DURATION_MAX_SECONDS = 86_400;
/** How long the ids of a device last. */
export const IDS_KEPT_DAYS = 73_000;
export const REFERRER_MAX_CHARS = 200;
/** Of the distinct id, the device and the account. */
export const MEASURE_ID_MAX_CHARS = 63;
/** Chance that a start tells of its surroundings. */
export const FINGERPRINT_CHANCE = 0.001;

/** What the collector takes. */
export const COLLECTED_MAX_BYTES = 262_144;
export const COLLECTED_PER_MINUTE = 60;
export const EVENTS_KEPT_DAYS = 395;
/** Events that are stored in all, some 5 GB: above it the collector takes none. */
export const EVENTS_STORED_MAX = 5_000_000;
/** A time further ahead than this is a wrong clock. */
export const CLOCK_AHEAD_MAX_MS = 86_400_000;

/** A yes is asked for again after this time, and after a no. */
export const YES_LASTS_DAYS = 365;
export const NO_LASTS_DAYS = 182;
export const CONSENT_PROOF_KEPT_DAYS = 3 * 365;
/** Proofs that wait on the device for a network. */
export const PROOFS_WAITING_MAX = 20;

/** Of an account, or of an address: proofs are kept for years, and anybody may give one. */
export const CONSENTS_PER_MINUTE = 20;

/** An installation that came by a link counts for another link only after this time. */
export const REATTRIBUTED_AFTER_DAYS = 30;
/** Of each value of a link. */
export const CAMPAIGN_MAX_CHARS = 128;
export const ATTRIBUTIONS_PER_MINUTE = 20;
/** Changes of an account that are kept, the newest. */
export const ATTRIBUTIONS_KEPT = 50;
