/** Names that the service worker knows too: no library comes with them. */

/** Where the cookie of private media is sent to. */
export const PRIVATE_MEDIA_PATH = '/media/p';
export const PASS_COOKIE = 'gm';
/** Cache of the copies that a device keeps; deleted at a sign-out. */
export const CHAT_MEDIA_CACHE = 'chat-media';
/** Cache of portraits and album pictures, as they are drawn in lists; deleted at a sign-out. */
export const PICTURE_CACHE = 'pictures';
