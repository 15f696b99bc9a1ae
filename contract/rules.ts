/** Every business number, with its unit in its name and its place in the specification. Nothing elsewhere is a literal. */

// Section 9, calls and chat
export const CHAT_LOGIN_TIMEOUT_MS = 10_000;
export const CONNECTION_CHECK_INTERVAL_MS = 10_000;
export const PING_TIMEOUT_MS = 2_000;
export const RECONNECT_FIRST_CHECK_MS = 500;
export const RECONNECT_SECOND_CHECK_MS = 3_000;
export const REPLY_WINDOW_MS = 600_000;

// Section 9, requests
export const REQUEST_TIMEOUT_MS = 10_000;
export const REQUEST_RETRIES = 3;
export const REQUEST_BACKOFF_MS = 100;
export const REQUEST_BACKOFF_FACTOR = 2;
export const REQUEST_BACKOFF_JITTER = 0.2;
export const REQUEST_ID_LENGTH = 21;

// Sections 2, 4 and 6
export const MAINTENANCE_ON = 2;
export const ROLE_OFFICIAL = 1;
export const ROLE_USER = 2;
export const ROLE_ANCHOR = 3;
export const OFFICIAL_UID = 1;
export const CLIENT_CHANNEL = 'B1';

// Section 3: the local official conversation sorts between the accounts 1 and 2
export const LOCAL_OFFICIAL_TID = 'localOfficial';
export const LOCAL_OFFICIAL_ID = 1.5;

// Section 5: sensitive-information flags of a text message
export const SENSITIVE_DISCARD = 1;
export const SENSITIVE_COVERED = 2;
export const SENSITIVE_OFFLINE = 4;
export const SENSITIVE_PORN = 8;

// Ours, where the specification is silent
export const RECONNECT_MAX_BACKOFF_MS = 30_000;
export const COMMAND_LOST_AFTER_MS = 3_000;
export const CORE_START_TIMEOUT_MS = 20_000;
export const MESSAGE_MAX_CHARS = 4_000;
export const NICK_MAX_GRAPHEMES = 32;
export const XML_MAX_BYTES = 65_536;
export const XML_MAX_DEPTH = 16;
export const XML_MAX_NODES = 256;
export const MESSAGES_PER_SECOND = 1;
export const MESSAGES_BURST = 10;
export const LOGINS_PER_MINUTE = 5;
export const JSON_MAX_BYTES = 65_536;
export const JSON_MAX_DEPTH = 20;
export const ARCHIVE_PAGE_SIZE = 50;
