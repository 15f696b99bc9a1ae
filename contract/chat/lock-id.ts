/** A message by its sender, addressee and stanza id. Sent again it is the same. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/**
 * The id of a message's lock is the start of the SHA-256 of this, in base64url: the same for every try to send it, for the
 * server and the device that sends. Knowing it opens nothing.
 */
export const lockSeed = ({ from, to, mid }: MessageKey): string => `${from}/${to}/${mid}`;
export const LOCK_ID_CHARS = 21;
