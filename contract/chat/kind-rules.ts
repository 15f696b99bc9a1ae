/** Constants of the message kinds; names include the unit. */

/** Maximum length of the text of a message with pictures or a clip. */
export const CAPTION_MAX_CHARS = 1_000;
/** Maximum number of pictures in one message. */
export const ALBUM_MAX_ITEMS = 10;
/** Maximum length of the name of a shared location. */
export const PLACE_NAME_MAX_CHARS = 80;
/** Radius in metres to which client and edge coarsen the accuracy of a shared location that is more precise. */
export const PLACE_ACCURACY_MIN_M = 1_000;
/** Largest radius of accuracy of a shared location in metres that is accepted. */
export const PLACE_ACCURACY_MAX_M = 40_000_000;
/** Maximum length of a voice message, with a tolerance for rounding. */
export const VOICE_MAX_LENGTH_MS = 121_000;
/** Maximum length of a clip in a `video` message, with a tolerance for rounding. */
export const VIDEO_MAX_LENGTH_MS = 60_500;
/** Maximum length of a clip in a `short_video` message, the only kind of clip that can have a price, with a tolerance for rounding. */
export const SHORT_VIDEO_MAX_LENGTH_MS = 15_500;
/** Maximum length of the blurred placeholder of a file in a message, as a data address. */
export const CHAT_BLUR_MAX_CHARS = 1_200;
/** Minimum price that a host may set for a locked message or an item of their page. */
export const LOCK_PRICE_MIN_GEMS = 10;
/** Maximum price that a host may set for a locked message or an item of their page. */
export const LOCK_PRICE_MAX_GEMS = 1_000;
/** Messages with locked pictures or a locked clip that a host may send to one recipient in 24 hours; the edge refuses more. */
export const PRICED_PER_DAY = 10;
/** Gift requests that a host may send to one recipient in 24 hours; the edge refuses more. */
export const GIFT_REQUESTS_PER_DAY = 6;
/** Minimum interval between two gift requests of a host to one recipient. */
export const GIFT_REQUEST_INTERVAL_MS = 600_000;
/** Minimum interval between two 'call me now' messages of a host to one recipient. */
export const INVITATION_INTERVAL_MS = 300_000;
/** Time after sending in which a 'call me now' message offers a call. */
export const INVITATION_HOLDS_MS = 600_000;
/** Time after sending in which a user may delete an own message for everyone. */
export const RETRACT_WITHIN_MS = 86_400_000;
/** Time after sending in which a user may edit an own text. */
export const EDIT_WITHIN_MS = 900_000;
/** Number of times that a user may edit one text; the edge refuses more. */
export const EDITS_MAX = 20;
/** Maximum number of reactions of one user to one message; the client drops the oldest above it. */
export const REACTIONS_MAX = 5;
/** Maximum length of one emoji of a reaction. */
export const REACTION_MAX_CHARS = 40;
/** Reactions that the menu of a message offers, after those that the user has set. */
export const QUICK_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🔥'] as const;
