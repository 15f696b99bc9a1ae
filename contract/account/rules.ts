/** Business numbers of this domain, each with its unit in its name. */

export const MAINTENANCE_ON = 2;
export const ROLE_OFFICIAL = 1;
export const ROLE_USER = 2;
export const ROLE_ANCHOR = 3;
export const OFFICIAL_UID = 1;
export const CLIENT_CHANNEL = 'B1';
export const LOGINS_PER_MINUTE = 5;
/** Wrong passwords for one account from all addresses and unknown devices. */
export const WRONG_PASSWORDS_PER_MINUTE = 30;
/** Password logins from one address by devices that were signed in to the account before. */
export const KNOWN_LOGINS_PER_MINUTE = 30;
/** A secret that was ended opens its account once more within so long, unless the account had another settled way in. */
export const RESTORE_SECRET_HOURS = 24;
/** A token unused for this long is invalid; its use is recorded at most this often. */
export const TOKEN_UNUSED_DAYS = 30;
export const TOKEN_NOTED_EVERY_HOURS = 24;
/** A password, in characters after NFKC. */
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 256;
/** Of what is sent: the same letters may take more characters before NFKC. */
export const PASSWORD_SENT_MAX_CHARS = 1_024;
/** Of each account: passwords set, and proofs given. */
export const PASSWORDS_PER_MINUTE = 5;
/** So long no account is opened on a device on which somebody younger said so. */
export const UNDERAGE_DEVICE_DAYS = 30;
/** So long a deleted account can be restored. */
export const RESTORE_DAYS = 14;
/** Reports about somebody whose account is gone are kept so long. */
export const REPORTS_KEPT_DAYS = 730;
export const MY_DATA_ROWS = 500;
export const EXPORTS_PER_DAY = 3;
/** The file of an export stays on the device so long. */
export const EXPORT_KEPT_HOURS = 24;
/** 128 bits in base64url. */
export const MOVE_CODE_CHARS = 22;
export const MOVE_VALID_SECONDS = 120;
export const MOVE_CHOICES = 3;
/** Public calls about moves from one address. */
export const MOVES_PER_MINUTE = 60;
