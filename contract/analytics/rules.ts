import { DAY_MS } from '../durations.ts';

/** Limits and times of analytics (product 9.5), the same for client and server; names include the unit. */

/** Number of queued events at which the device sends them at once, unless the brand sets another. */
export const BATCH_DEFAULT = 6;
/** Smallest number that a brand may set instead of `BATCH_DEFAULT`. */
export const BATCH_MIN = 1;
/** Largest number that a brand may set instead of `BATCH_DEFAULT`. */
export const BATCH_MAX = 30;
/** Delay after which the device sends fewer queued events than a batch. */
export const SENT_EVERY_MS = 6_000;
/** Maximum number of events in one request to the collector. */
export const SENT_AT_ONCE_MAX = 50;
/** Maximum number of events queued on the device, for example while it is offline. The oldest are dropped. */
export const QUEUED_EVENTS_MAX = 500;
/** Timeout of one request to the collector. */
export const SEND_TIMEOUT_MS = 3_000;
/** Retries of a request to the collector after a network or server error; then the events wait for the next interval. */
export const SEND_RETRIES = 3;
/** Maximum pause of the device after a Retry-After of the collector, and the pause that a full collector requests. */
export const COLLECTOR_PAUSE_MAX_MS = 600_000;
/** Delay after which the device writes events from memory to its database, together. */
export const WRITTEN_EVERY_MS = 500;
/** Maximum of the event property `#duration`; the device cuts longer durations to it. */
export const DURATION_MAX_SECONDS = 86_400;
/** Lifetime of the random analytics ids of a device, unless consent is withdrawn before. */
export const IDS_KEPT_DAYS = 73_000;
/** Maximum length of the event property `#referrer`; longer ones are cut. */
export const REFERRER_MAX_CHARS = 200;
/** Maximum length of the distinct id and the device id of an event, and of the project id. */
export const MEASURE_ID_MAX_CHARS = 63;
/** Probability that a start of measuring sends `fingerprint_ping`, which counts builds, systems and browsers. */
export const FINGERPRINT_CHANCE = 0.001;

/** Maximum body size of a request to the collector. */
export const COLLECTED_MAX_BYTES = 262_144;
/** Requests to the collector per client address and minute. */
export const COLLECTED_PER_MINUTE = 60;
/** Days for which the server stores events; also the maximum period of a report. */
export const EVENTS_KEPT_DAYS = 395;
/** Maximum number of stored events, some 5 GB. Above it the collector accepts none and requests a pause of `COLLECTOR_PAUSE_MAX_MS`. */
export const EVENTS_STORED_MAX = 5_000_000;
/** An event whose device time is further ahead of the server's, or older than `EVENTS_KEPT_DAYS`, is stored with the server's time. */
export const CLOCK_AHEAD_MAX_MS = DAY_MS;

/** Validity of a consent decision that permits measurement, attribution or both; then the user is asked again. */
export const CONSENT_VALID_DAYS = 365;
/** Validity of a consent decision that permits neither measurement nor attribution; then the user is asked again. */
export const REFUSAL_VALID_DAYS = 182;
/** Days for which the server stores a proof of consent. */
export const CONSENT_PROOF_KEPT_DAYS = 3 * 365;
/** Maximum number of proofs of consent queued on the device until they are sent; the oldest are dropped. */
export const QUEUED_PROOFS_MAX = 20;

/** Proofs of consent per account and minute, or per address without an account, because they are stored for years. */
export const CONSENTS_PER_MINUTE = 20;

/** Time since the last attribution of an installation after which another campaign link replaces it. */
export const REATTRIBUTED_AFTER_DAYS = 30;
/** Maximum length of each campaign parameter; longer ones are cut. */
export const CAMPAIGN_MAX_CHARS = 128;
/** Reports of an attribution per account and minute. */
export const ATTRIBUTIONS_PER_MINUTE = 20;
/** Number of an account's newest attributions that the server stores. */
export const ATTRIBUTIONS_PER_ACCOUNT_MAX = 50;
