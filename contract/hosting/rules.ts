/** Limits of hosts and of applications to become one, the same for client and server; names include the unit. */

/** Version of the rules that an applicant accepts; raised when the rules change. */
export const HOST_RULES_VERSION = 1;
/** Shortest "about" text of an applicant, in characters: viewers read it before they call. */
export const HOST_ABOUT_MIN_CHARS = 20;
/** Lowest value of the operator's bounds for prices, in gems per started minute. */
export const HOST_PRICE_LEAST_GEMS = 1;
/** Highest value of the operator's bounds for prices, in gems per started minute. */
export const HOST_PRICE_MOST_GEMS = 10_000;
/** Changes of the price that a host may make within 24 hours. */
export const HOST_PRICE_CHANGES_PER_DAY = 3;
/** Lengths of a pause of "Taking calls" that a host can choose, in minutes. */
export const HOST_PAUSE_MINUTES = [15, 30, 60, 120] as const;
/** Missed calls in a row after which "Taking calls" is turned off; the trigger `count_missed_calls` uses the same number. */
export const HOST_MISSED_CALLS_MAX = 3;
/** Longest clip that an application may name, in ms; the server tolerates `LENGTH_SLACK_MS` more. */
export const HOST_CLIP_MAX_MS = 60_000;
/** Days for which the clip of an application is stored while it waits for the operator. */
export const HOST_CLIP_WAITING_DAYS = 180;
/** Days for which the clip of an application is stored after the operator's decision. */
export const HOST_CLIP_DECIDED_DAYS = 30;
