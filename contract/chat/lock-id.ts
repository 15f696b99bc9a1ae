/** A message by its sender, addressee and stanza id. Sent again it is the same. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/**
 * The id of a message's lock is the start of the SHA-256 of this, in base64url: the same for every try to send it, for the
 * server and the device that sends. Knowing it opens nothing. It begins with a digit; the seed of every other kind of lock
 * begins with a letter (`pageLockSeed`), so that no stanza id yields the lock of something else.
 */
export const lockSeed = ({ from, to, mid }: MessageKey): string => `${from}/${to}/${mid}`;

/** The same for one item of a host's page, bought by `to`. */
export const pageLockSeed = (from: number, to: number, mediaId: string): string => `page/${from}/${to}/${mediaId}`;
export const LOCK_ID_CHARS = 21;
