/** Constants of this domain; names include the unit. */

/** Above this uid the match screen differs by A/B (product 2.3). */
export const AB_THRESHOLD_UID = 264_457_000;
export const ANCHORS_PAGE_SIZE = 40;
export const ANCHORS_PAGE_MAX = 100;
export const ANCHOR_NEW_DAYS = 14;
/** Maximum age of a shown price while the server can be reached. */
export const PRICES_KEPT_MS = 300_000;
export const STORIES_PAGE_SIZE = 20;
export const STORY_STEPS_MAX = 99;
export const STORY_WORDS_MAX_CHARS = 300;
