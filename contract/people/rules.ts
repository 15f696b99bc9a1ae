/** Limits and times of profiles and relations, the same for client and server; names include the unit. */

/** Maximum length of a nickname, in grapheme clusters. A longer typed one is refused; of another origin, it is cut. */
export const NICK_MAX_GRAPHEMES = 32;
/** Maximum length of a nick in UTF-16 units, which the server accepts. */
export const NICK_MAX_CHARS = NICK_MAX_GRAPHEMES * 8;
/** Maximum number of favourites per account. */
export const FAVOURITES_MAX = 500;
/** Maximum number of uids in one request for relations (`friendsRelative`). */
export const RELATIONS_MAX = 200;
/** Number of the newest friend requests in the response of `friendsRelative`. */
export const REQUESTS_SHOWN = 100;
/** Default page size of the lists of friends, likes and favourites. */
export const PEOPLE_PAGE_SIZE = 40;
/** Largest page of the lists of friends, likes and favourites that a client may request. */
export const PEOPLE_PAGE_MAX = 100;
/** Friend requests per minute and account, hosts added as friends included. */
export const FRIEND_REQUESTS_PER_MINUTE = 30;
/** Reports per minute and account. */
export const REPORTS_PER_MINUTE = 30;
/** Maximum number of messages attached to one report. */
export const REPORTED_MESSAGES_MAX = 5;
/** Maximum length of the body, and of the XML element, of a message attached to a report, in UTF-16 units. */
export const REPORTED_MESSAGE_MAX_CHARS = 24_000;
/** Requests to `sendMsgLock` per minute and account. */
export const WRITE_LOCKS_PER_MINUTE = 120;
/** Requests for the support account per minute and account. */
export const SUPPORT_PER_MINUTE = 30;
/**
 * Changes of relations (except friend requests), favourites, sessions, device secrets and some other account data together, per minute and
 * account; separately, blocks over XMPP (XEP-0191).
 */
export const RELATION_CHANGES_PER_MINUTE = 240;
/** Changes of the profile and of a host's settings, and applications, per minute and account; separately, vCards over XMPP (XEP-0054). */
export const PROFILE_CHANGES_PER_MINUTE = 60;
/** Maximum number of addresses in one block or unblock request over XMPP (XEP-0191). */
export const BLOCKS_AT_ONCE_MAX = 50;
/** Maximum length of the profile field `about`, in UTF-16 units. */
export const ABOUT_MAX_CHARS = 500;
/** Maximum length of the postal address in a profile, in UTF-16 units. */
export const ADDRESS_MAX_CHARS = 200;
/** Maximum length of the e-mail address in a profile. */
export const EMAIL_MAX_CHARS = 254;
/** The form of an e-mail address that a page accepts; the server checks it more strictly. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Minimum age of a user; an account with a lower age is closed. */
export const ADULT_AGE_YEARS = 18;
/** Maximum plausible age; an earlier birth date is refused. */
export const OLDEST_AGE_YEARS = 120;
/** Maximum number of users in one HTTP request for presence or prices. */
export const PRESENCE_TARGETS_MAX = 200;
/** Maximum number of users in one live presence watch over XMPP. */
export const PRESENCE_WATCH_MAX = 400;
/** Sustained rate of presence watches per account; a client sends one when other people become visible, at most every 150 ms. */
export const WATCHES_PER_SECOND = 10;
/** Presence watches that an account may send at once before WATCHES_PER_SECOND applies. */
export const WATCHES_BURST = 60;
/** Delay from the first connection of a day to the request for a host's greeting message. */
export const GREETING_AFTER_LOGIN_MS = 30_000;
/** Time for which a profile must be open before its host is asked to write a greeting message. */
export const GREETING_AFTER_PROFILE_MS = 10_000;
/** Minimum duration of a call after which its host is asked to write, when the screen after the call is closed. */
export const GREETING_AFTER_CALL_MS = 30_000;
/** Write locks by the number of violations of an account within 24 hours: the first entry whose `from` is reached applies. */
export const VIOLATION_LOCKS = [
  { from: 10, hours: 168 },
  { from: 6, hours: 24 },
  { from: 3, hours: 1 },
] as const;
/** Messages that a viewer may send to another viewer who is not a friend and has never replied. */
export const UNANSWERED_MAX_STRANGER = 3;
/** Messages that a host may send to a viewer within 24 hours without a reply. */
export const UNANSWERED_MAX_HOST_PER_DAY = 5;
