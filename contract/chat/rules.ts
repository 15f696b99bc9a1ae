import { OFFICIAL_UID } from '../account/rules.ts';
import { DAY_MS } from '../durations.ts';

/** Limits and times of messages, the same for client and server; names include the unit. */

/**
 * Time in which a chat connection must be open and authenticated: the client then retries, and the edge closes an unauthenticated stream.
 */
export const CHAT_LOGIN_TIMEOUT_MS = 10_000;
/** Interval in which a client checks an open chat connection by a ping. */
export const CONNECTION_CHECK_INTERVAL_MS = 10_000;
/** Time in which the server must answer a ping of a client; then the connection counts as lost. */
export const PING_TIMEOUT_MS = 2_000;
/** Delay of the first reconnect, and of the first `RECONNECT_REFUSED_ATTEMPTS` ones while the socket is refused. */
export const RECONNECT_FIRST_CHECK_MS = 500;
/**
 * Delay of the first reconnect after those with `RECONNECT_FIRST_CHECK_MS`; each further one doubles it up to `RECONNECT_MAX_BACKOFF_MS`.
 */
export const RECONNECT_SECOND_CHECK_MS = 3_000;
/** Number of refused connection attempts before the delay grows, so that a client connects within half a second of a server start. */
export const RECONNECT_REFUSED_ATTEMPTS = 3;
/** A message within this time of the last incoming one of the conversation counts as a reply (`textAction`, product 9.2). */
export const REPLY_WINDOW_MS = 600_000;
/** Interval at which `composing` is repeated while the user types; without a key for this long the user has stopped. */
export const TYPING_REPEATED_MS = 5_000;
/** Time for which a received `composing` is shown unless it is repeated. */
export const TYPING_LASTS_MS = 8_000;
/** Id of the conversation with the official account, whose messages the server stores. */
export const OFFICIAL_TID = `u_${OFFICIAL_UID}`;
/** Id of the local welcome conversation, which the device creates and shows before the official account has written. */
export const LOCAL_OFFICIAL_TID = 'localOfficial';
/**
 * Returns whether a conversation is with the team: the device's own greetings, or the official service. Only the
 * latter accepts messages.
 */
export const isTeam = (tid: string): boolean => tid === LOCAL_OFFICIAL_TID || tid === OFFICIAL_TID;
/** Number in place of a uid for the local welcome conversation; no account can have it. */
export const LOCAL_OFFICIAL_ID = 1.5;
/** Bit of `sensitiveInfo`, which the edge sets (product 5.4): with `SENSITIVE_OFFLINE`, the receiving device stores no message. */
export const SENSITIVE_DISCARD = 1;
/** Bit of `sensitiveInfo`: the receiver sees the content covered until they reveal it. */
export const SENSITIVE_COVERED = 2;
/** Bit of `sensitiveInfo`: together with `SENSITIVE_DISCARD` it makes the receiving device discard the message. */
export const SENSITIVE_OFFLINE = 4;
/** Returns whether the recipient's devices discard a message with this `sensitiveInfo`: they store no row, and no push announces it. */
export const isDiscarded = (sensitiveInfo: number): boolean =>
  (sensitiveInfo & SENSITIVE_DISCARD) !== 0 && (sensitiveInfo & SENSITIVE_OFFLINE) !== 0;
/** Bit of `sensitiveInfo`: the content is shown as removed, to both sides. */
export const SENSITIVE_PORN = 8;
/** Maximum delay between two reconnects. */
export const RECONNECT_MAX_BACKOFF_MS = 30_000;
/** Maximum length of the text of a message. */
export const MESSAGE_MAX_CHARS = 4_000;
/** Maximum length of a draft, which is stored whole: its user shortens it to a message. */
export const DRAFT_MAX_CHARS = 64_000;
/** Messages per account and second, on average; the edge refuses more, and the client retries. */
export const MESSAGES_PER_SECOND = 1;
/** Messages that an account may send at once before `MESSAGES_PER_SECOND` applies. */
export const MESSAGES_BURST = 10;
/** Maximum number of messages in one response of the archive, and the number that clients request. */
export const ARCHIVE_PAGE_SIZE = 50;
/** Archive queries per account and second, on average. A page is cheap, but endless queries would delay others. */
export const ARCHIVE_QUERIES_PER_SECOND = 2;
/** Archive queries that an account may send at once before `ARCHIVE_QUERIES_PER_SECOND` applies. */
export const ARCHIVE_QUERIES_BURST = 2;
/** Time for which the device stores content shared from another app until the user chooses a conversation. */
export const SHARE_KEPT_MS = DAY_MS;
/** Maximum number of shares from other apps that a device stores; a further one replaces the oldest. */
export const SHARES_MAX = 5;
/** Maximum size of a picture shared from another app; a larger one is ignored. */
export const SHARE_PICTURE_MAX_BYTES = 10_485_760;
/** Maximum size of the whole share form: the picture, plus text and multipart boundaries. */
export const SHARE_FORM_MAX_BYTES = SHARE_PICTURE_MAX_BYTES + 65_536;
