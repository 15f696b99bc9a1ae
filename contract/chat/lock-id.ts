/** Identifies a message by its sender, addressee and stanza id. A retry has the same key. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/**
 * Seed of a message's lock id, which is the start of its SHA-256 in base64url: the same on every attempt, on the server and on the
 * sending device. Knowing it unlocks nothing. It starts with a digit; the seed of every other kind of lock starts with a letter
 * (`pageLockSeed`), so no stanza id can produce another lock's id.
 */
export const lockSeed = ({ from, to, mid }: MessageKey): string => `${from}/${to}/${mid}`;

/** Seed of the lock id of one item of a host's page, bought by `to`. */
export const pageLockSeed = (from: number, to: number, mediaId: string): string => `page/${from}/${to}/${mediaId}`;
/** Length of a lock id. */
export const LOCK_ID_CHARS = 21;
