/** Limits and times of the goddess wall, feed and stories, the same for client and server; names include the unit. */

/** Uid above which the A/B rule decides the layout of the match screen (`matchFeedOf`, product 2.3). */
export const AB_THRESHOLD_UID = 264_457_000;
/** Default page size of the lists of anchors, and size of the first page that a client requests. */
export const ANCHORS_PAGE_SIZE = 40;
/** Largest page of the lists of anchors, which clients request for further pages. */
export const ANCHORS_PAGE_MAX = 100;
/** Stars of the ratings that each host is assumed to have besides the real ones (Bayesian average), for the hot order. */
export const RATING_PRIOR_STARS = 4;
/** Number of assumed ratings with `RATING_PRIOR_STARS`: as many real ones of a host weigh as much. */
export const RATING_PRIOR_COUNT = 10;
/** Minutes that are added to the recent paid minutes of each host in the hot order, so that ratings also order hosts without calls. */
export const HEAT_BASE_MINUTES = 10;
/** Days after its first appearance during which an anchor is marked as new. */
export const ANCHOR_NEW_DAYS = 14;
/** Age from which the core fetches the price of a displayed host again. */
export const PRICES_KEPT_MS = 300_000;
/** Stories in one page of the endpoint `stories`. */
export const STORIES_PAGE_SIZE = 20;
/** Maximum number of steps of a recorded story. */
export const STORY_STEPS_MAX = 99;
/** Maximum length of a text in a story step, in UTF-16 units. */
export const STORY_WORDS_MAX_CHARS = 300;
