/** Identifies a message by its sender, addressee and stanza id (`mid`); the same for each attempt to send it. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/**
 * Seed of the lock id of a paid message. The id is the start of the seed's SHA-256 in base64url: the same on every attempt, on the server
 * and on the sending device. Knowing it unlocks nothing. The seed starts with a digit; the seed of every other kind of lock starts with a
 * letter (`pageLockSeed`), so no stanza id can produce another lock's id.
 */
export const lockSeed = ({ from, to, mid }: MessageKey): string => `${from}/${to}/${mid}`;

/** Seed of the lock id of one item of the page of the host `from`, for the buyer `to`. */
export const pageLockSeed = (from: number, to: number, mediaId: string): string => `page/${from}/${to}/${mediaId}`;
/** Length of a lock id: the first characters of the seed's hash. */
export const LOCK_ID_CHARS = 21;
