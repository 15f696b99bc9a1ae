import { OFFICIAL_UID } from '../account/rules.ts';

/** Business numbers of this domain, each with its unit in its name. */

export const CHAT_LOGIN_TIMEOUT_MS = 10_000;
export const CONNECTION_CHECK_INTERVAL_MS = 10_000;
export const PING_TIMEOUT_MS = 2_000;
export const RECONNECT_FIRST_CHECK_MS = 500;
export const RECONNECT_SECOND_CHECK_MS = 3_000;
/** So many attempts at which nobody takes a socket follow one another at once: a server that starts is met within half a second. */
export const RECONNECT_REFUSED_ATTEMPTS = 3;
export const REPLY_WINDOW_MS = 600_000;
/** Somebody who writes says so at the first key and then this often; they have stopped after the same time without a key. */
export const TYPING_REPEATED_MS = 5_000;
/** How long a notice that somebody writes counts. */
export const TYPING_LASTS_MS = 8_000;
export const OFFICIAL_TID = `u_${OFFICIAL_UID}`;
export const LOCAL_OFFICIAL_TID = 'localOfficial';
export const LOCAL_OFFICIAL_ID = 1.5;
export const SENSITIVE_DISCARD = 1;
export const SENSITIVE_COVERED = 2;
export const SENSITIVE_OFFLINE = 4;
export const SENSITIVE_PORN = 8;
export const RECONNECT_MAX_BACKOFF_MS = 30_000;
export const MESSAGE_MAX_CHARS = 4_000;
export const MESSAGES_PER_SECOND = 1;
export const MESSAGES_BURST = 10;
export const ARCHIVE_PAGE_SIZE = 50;
/** Per account. A page is cheap, but endless queries would delay others. */
export const ARCHIVE_QUERIES_PER_SECOND = 2;
export const ARCHIVE_QUERIES_BURST = 2;
/** What another app shared waits here for so long until somebody has chosen for whom it is; of more than these the oldest go. */
export const SHARE_KEPT_MS = 24 * 3_600_000;
export const SHARES_MAX = 5;
export const SHARE_PICTURE_MAX_BYTES = 10_485_760;
/** The whole form: the picture, and room for words and the edges of its parts. */
export const SHARE_FORM_MAX_BYTES = SHARE_PICTURE_MAX_BYTES + 65_536;
