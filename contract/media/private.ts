/** Names shared with the service worker; this file imports no library. */

/** Path of the private media cookie. */
export const PRIVATE_MEDIA_PATH = '/media/p';
/** Name of the cookie that authorises private media requests. */
export const PASS_COOKIE = 'gm';
/** Cache of the message media on a device; deleted at sign-out. */
export const CHAT_MEDIA_CACHE = 'chat-media';
/** Cache of portraits and album pictures in lists; deleted at sign-out. */
export const PICTURE_CACHE = 'pictures';
