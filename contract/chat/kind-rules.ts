/** Constants of the message kinds; names include the unit. */

export const CAPTION_MAX_CHARS = 1_000;
export const ALBUM_MAX_ITEMS = 10;
export const PLACE_NAME_MAX_CHARS = 80;
/** A shared place is coarsened to this accuracy. */
export const PLACE_ACCURACY_MIN_M = 1_000;
export const PLACE_ACCURACY_MAX_M = 40_000_000;
/** Maximum lengths of recordings and clips, with a tolerance for rounding. */
export const VOICE_MAX_LENGTH_MS = 121_000;
export const VIDEO_MAX_LENGTH_MS = 60_500;
export const SHORT_VIDEO_MAX_LENGTH_MS = 15_500;
export const CHAT_BLUR_MAX_CHARS = 1_200;
export const LOCK_PRICE_MIN_GEMS = 10;
export const LOCK_PRICE_MAX_GEMS = 1_000;
/** Priced pictures and clips per host and recipient, in 24 hours. */
export const PRICED_PER_DAY = 10;
/** Gift requests per host and recipient in 24 hours, and the minimum interval between two. */
export const WISHES_PER_DAY = 6;
export const WISH_INTERVAL_MS = 600_000;
export const INVITATION_INTERVAL_MS = 300_000;
/** Validity of a 'call me now' message. */
export const INVITATION_HOLDS_MS = 600_000;
