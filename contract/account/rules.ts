/** Constants of this domain; names include the unit. */

/** `maintananceStatus` of the config while the server is under maintenance (product 2.8). */
export const MAINTENANCE_ON = 2;
/** Roles of accounts: the team, viewers and hosts. */
export const ROLE_OFFICIAL = 1;
export const ROLE_USER = 2;
export const ROLE_ANCHOR = 3;
/** The account of the team. */
export const OFFICIAL_UID = 1;
/** `clientInfo.channel` of every request. */
export const CLIENT_CHANNEL = 'B1';
/** Logins per address. */
export const LOGINS_PER_MINUTE = 5;
/** Wrong passwords for one account, over all addresses and unknown devices. */
export const WRONG_PASSWORDS_PER_MINUTE = 30;
/** Password logins from one address by devices that were signed in to the account before. */
export const KNOWN_LOGINS_PER_MINUTE = 30;
/** A revoked secret can sign in to its account again within this time, unless the account has another settled login. */
export const RESTORE_SECRET_HOURS = 24;
/** A token unused for this long is invalid; its use is recorded at most this often. */
export const TOKEN_UNUSED_DAYS = 30;
export const TOKEN_NOTED_EVERY_HOURS = 24;
/** A password, in characters after NFKC. */
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 256;
/** Limit before NFKC, which can shorten a text. */
export const PASSWORD_SENT_MAX_CHARS = 1_024;
/** Per account: password changes, and proofs of identity. */
export const PASSWORDS_PER_MINUTE = 5;
/** A device on which an underage birth date was entered cannot create accounts for this long. */
export const UNDERAGE_DEVICE_DAYS = 30;
/** A deleted account can be restored for this long. */
export const RESTORE_DAYS = 14;
/** Retention of reports about a deleted account. */
export const REPORTS_KEPT_DAYS = 730;
/** Maximum number of rows in a page of an export. */
export const MY_DATA_ROWS = 500;
export const EXPORTS_PER_DAY = 3;
/** Retention of an export file on the device. */
export const EXPORT_KEPT_HOURS = 24;
/** 128 bits in base64url. */
export const MOVE_CODE_CHARS = 22;
/** Validity of a code for a device transfer. */
export const MOVE_VALID_SECONDS = 120;
/** Number of digits to choose from in a device transfer. */
export const MOVE_CHOICES = 3;
/** Anonymous requests about device transfers, per address. */
export const MOVES_PER_MINUTE = 60;
