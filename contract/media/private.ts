/** Names shared with the service worker; this file imports no library. */

/** Path under which the server serves files of messages, and to which the cookie `PASS_COOKIE` is restricted. */
export const PRIVATE_MEDIA_PATH = '/media/p';
/** Name of the cookie that authorises requests for files of messages. Logins and the endpoint `mediaPass` set it; a sign-out deletes it. */
export const PASS_COOKIE = 'gm';
/** Name of the Cache Storage cache in which the service worker stores files of messages; deleted at sign-out. */
export const CHAT_MEDIA_CACHE = 'chat-media';
/** Name of the Cache Storage cache in which the service worker stores portraits and album pictures of lists; deleted at sign-out. */
export const PICTURE_CACHE = 'pictures';
