/** Business numbers of this domain, each with its unit in its name. */

export const MAINTENANCE_ON = 2;
export const ROLE_OFFICIAL = 1;
export const ROLE_USER = 2;
export const ROLE_ANCHOR = 3;
export const OFFICIAL_UID = 1;
export const CLIENT_CHANNEL = 'B1';
export const LOGINS_PER_MINUTE = 5;
/** A token unused for this long is invalid; its use is recorded at most this often. */
export const TOKEN_UNUSED_DAYS = 30;
export const TOKEN_NOTED_EVERY_HOURS = 24;
