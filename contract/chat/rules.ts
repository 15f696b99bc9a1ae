import { OFFICIAL_UID } from '../account/rules.ts';

/** Constants of this domain; names include the unit. */

export const CHAT_LOGIN_TIMEOUT_MS = 10_000;
/** Interval of connection checks, and timeout of their ping. */
export const CONNECTION_CHECK_INTERVAL_MS = 10_000;
export const PING_TIMEOUT_MS = 2_000;
/** Backoff of reconnects: the first delay, the second one, which doubles up to `RECONNECT_MAX_BACKOFF_MS`. */
export const RECONNECT_FIRST_CHECK_MS = 500;
export const RECONNECT_SECOND_CHECK_MS = 3_000;
/** This many refused connection attempts are retried without delay, so that a client connects within half a second of a server start. */
export const RECONNECT_REFUSED_ATTEMPTS = 3;
/** A message within this time of an incoming one counts as a reply (product 9.2). */
export const REPLY_WINDOW_MS = 600_000;
/** Interval of `composing` while the user types; without a key for this long the user has stopped. */
export const TYPING_REPEATED_MS = 5_000;
/** Lifetime of a received `composing`. */
export const TYPING_LASTS_MS = 8_000;
export const OFFICIAL_TID = `u_${OFFICIAL_UID}`;
/** The local welcome conversation, which exists before the team has written. */
export const LOCAL_OFFICIAL_TID = 'localOfficial';
export const LOCAL_OFFICIAL_ID = 1.5;
/** Bits of `sensitiveInfo`, set by the edge (product 5.4). */
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
/** Retention of a share until the user chooses a conversation, and the maximum number; the oldest are dropped. */
export const SHARE_KEPT_MS = 24 * 3_600_000;
export const SHARES_MAX = 5;
export const SHARE_PICTURE_MAX_BYTES = 10_485_760;
/** The whole form: the picture, plus text and multipart boundaries. */
export const SHARE_FORM_MAX_BYTES = SHARE_PICTURE_MAX_BYTES + 65_536;
