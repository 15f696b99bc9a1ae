/** Limits and times of accounts, the same for client and server; names include the unit. */

/** Value of `maintananceStatus` in the answer of the endpoint `maintenanceStatus` during maintenance (product 2.8). */
export const MAINTENANCE_ON = 2;
/** Role of the team's account, which cannot be the target of relations, reports or gifts. */
export const ROLE_OFFICIAL = 1;
/** Role of an ordinary user, elsewhere called viewer, who pays for calls and gifts. */
export const ROLE_USER = 2;
/** Role of a host, who is paid for calls and gifts and shown in the lists of hosts. */
export const ROLE_ANCHOR = 3;
/** Uid of the team's account, in whose conversation service messages are shown. */
export const OFFICIAL_UID = 1;
/** Distribution channel of the web app: `clientInfo.channel` of every request. */
export const CLIENT_CHANNEL = 'B1';
/**
 * Logins per minute and address, except those of `KNOWN_LOGINS_PER_MINUTE`, and per minute and guest secret or Google token. Also wrong
 * passwords per minute for one account from one device known to it, and wrong stream logins per account and address.
 */
export const LOGINS_PER_MINUTE = 5;
/** Wrong passwords per minute for one account, over all addresses, by devices that were never signed in to it; also for one operator. */
export const WRONG_PASSWORDS_PER_MINUTE = 30;
/** Password logins per minute and address by devices that were signed in to the account before, instead of `LOGINS_PER_MINUTE`. */
export const KNOWN_LOGINS_PER_MINUTE = 30;
/**
 * Time after its revocation in which a guest secret can still sign in, once, unless the account has Google or a password. A password does
 * not count that was first set within this time, or was set by a recovery address that was verified within it.
 */
export const RESTORE_SECRET_HOURS = 24;
/** A session token that was not used for this long is invalid; a stream that is open meanwhile stays open. */
export const TOKEN_UNUSED_DAYS = 30;
/** The server records the use of a session token at most this often, to save writes. */
export const TOKEN_USE_RECORDED_EVERY_HOURS = 24;
/** Shortest new password, in characters after NFKC; checked by the server only when a password is set. */
export const PASSWORD_MIN_CHARS = 8;
/** Longest new password, in characters after NFKC; checked only when it is set. Requests allow PASSWORD_SENT_MAX_CHARS. */
export const PASSWORD_MAX_CHARS = 256;
/** Longest password in a request, at login and when it is set: a limit before NFKC, which can shorten a text. */
export const PASSWORD_SENT_MAX_CHARS = 1_024;
/** Changes of password, recovery e-mail and passkeys, account deletions and started device transfers together, per minute and session. */
export const PASSWORDS_PER_MINUTE = 5;
/** After an underage birth date was entered on a device, the server refuses logins and device transfers on that device for this long. */
export const UNDERAGE_DEVICE_DAYS = 30;
/** Days after its deletion in which the user can restore an account; then the server erases its data. */
export const RESTORE_DAYS = 14;
/** Retention, from the erasure of a deleted account, of closed reports about it. Open reports stay. */
export const REPORTS_KEPT_DAYS = 730;
/** Most rows in one page of a data export (endpoint `myData`). */
export const MY_DATA_ROWS = 500;
/** Data exports that an account may start within 24 hours. */
export const EXPORTS_PER_DAY = 3;
/** Validity of an export id for `myData`, and retention of the finished export file on the device. */
export const EXPORT_KEPT_HOURS = 24;
/** Length of the one-time code of a device transfer: 128 bits in base64url. */
export const MOVE_CODE_CHARS = 22;
/** Validity of a device transfer, from its start on the old device. */
export const MOVE_VALID_SECONDS = 120;
/** How many two-digit numbers the old device of a transfer offers; the user picks the one that the new device shows. */
export const MOVE_CHOICES = 3;
/** Digits of the code that is mailed to verify an address or to recover an account. */
export const RECOVERY_CODE_DIGITS = 8;
/** Validity of a mailed code. */
export const RECOVERY_CODE_MINUTES = 15;
/** Wrong entries after which a mailed code is invalid. */
export const RECOVERY_CODE_TRIES = 5;
/** Codes that are mailed to one address per hour, and that one account sends to any addresses. */
export const RECOVERY_MAILS_PER_HOUR = 5;
/** Requests for recovery (`beginRecovery`, `recoverAccount`) together, per minute and address of the caller. */
export const RECOVERIES_PER_MINUTE = 10;
/** Validity of a challenge that a passkey signs, in which the user confirms on the device. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** Signature algorithms of passkeys, by their COSE numbers: EdDSA, ES256 and RS256, which all authenticators together support. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;
/** Most passkeys that an account may have. */
export const PASSKEYS_MAX = 10;
/** Challenges for signatures by passkeys, per minute and account, or address of an anonymous caller. */
export const PASSKEY_CHALLENGES_PER_MINUTE = 30;
/** Requests of the new device in a transfer (`lookAtMove`, `claimMove`, `claimedMove`) together, per minute and address. */
export const MOVES_PER_MINUTE = 60;
/** Most conversations for which an account can have muted, pinned or archived state (setting `conversations`). */
export const CONVERSATION_CHOICES_MAX = 500;
/** Most countries to which a host may be closed. */
export const CLOSED_COUNTRIES_MAX = 100;
/** Most users about whom a host may have a private note. */
export const VIEWER_NOTES_MAX = 200;
/** Maximum length of a private note, in UTF-16 units. */
export const VIEWER_NOTE_MAX_CHARS = 300;
