/** Constants of this domain; names include the unit. */

/** Maximum length of a nickname, in grapheme clusters. */
export const NICK_MAX_GRAPHEMES = 32;
export const FAVOURITES_MAX = 500;
/** Uids in one request for relations. */
export const RELATIONS_MAX = 200;
/** Friend requests in the response of `friendsRelative`. */
export const REQUESTS_SHOWN = 100;
export const PEOPLE_PAGE_SIZE = 40;
export const PEOPLE_PAGE_MAX = 100;
export const FRIEND_REQUESTS_PER_MINUTE = 30;
export const REPORTS_PER_MINUTE = 30;
export const REPORTED_MESSAGES_MAX = 5;
export const REPORTED_MESSAGE_MAX_CHARS = 24_000;
export const WRITE_LOCKS_PER_MINUTE = 120;
export const SUPPORT_PER_MINUTE = 30;
export const RELATION_CHANGES_PER_MINUTE = 240;
export const PROFILE_CHANGES_PER_MINUTE = 60;
export const BLOCKS_AT_ONCE_MAX = 50;
export const ABOUT_MAX_CHARS = 500;
export const ADDRESS_MAX_CHARS = 200;
export const EMAIL_MAX_CHARS = 254;
export const ADULT_AGE_YEARS = 18;
export const OLDEST_AGE_YEARS = 120;
/** Addresses in one HTTP request for presence or prices. */
export const PRESENCE_TARGETS_MAX = 200;
/** Uids in one watch over XMPP. */
export const PRESENCE_WATCH_MAX = 400;
/** Watches of up to `PRESENCE_WATCH_MAX` people: a client sends a new one when other people become visible, at most every 150 ms. */
export const WATCHES_PER_SECOND = 10;
export const WATCHES_BURST = 60;
/** Delay of a host's greeting after the first connection of a day, while a profile is open, and after a call. */
export const GREETING_AFTER_LOGIN_MS = 30_000;
export const GREETING_AFTER_PROFILE_MS = 10_000;
export const GREETING_AFTER_CALL_MS = 30_000;
/** Write locks by the number of violations within 24 hours; the strictest first. */
export const VIOLATION_LOCKS = [
  { from: 10, hours: 168 },
  { from: 6, hours: 24 },
  { from: 3, hours: 1 },
] as const;
/** Messages to a user who is not a friend and has never replied. */
export const UNANSWERED_MAX_STRANGER = 3;
/** Messages of a host since the last reply, within 24 hours. */
export const UNANSWERED_MAX_HOST_PER_DAY = 5;
