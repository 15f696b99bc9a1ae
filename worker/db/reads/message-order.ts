/**
 * Position of a message in its conversation, in the same order on every device: by the server's stamp, then by the archive id. Two copies
 * of a message have different archive ids, one per account, but the ids of both archives are in the same order.
 */
export type Place = readonly [stamp: number, archiveId: number];

/**
 * Stamp of an own message that the server has not accepted: it waits, or it was refused. Such messages stand at the end of their
 * conversation, in the order in which they were written.
 */
export const PENDING_STAMP = Number.MAX_SAFE_INTEGER;

/** Fields of a new own message that put it at the end of its conversation. */
export const PENDING_PLACE = { stamp: PENDING_STAMP, archiveId: 0 } as const;

/** Index of `messages` in the order of each conversation. Rows with equal places are in the order of their primary keys. */
export const MESSAGE_ORDER = '[tid+stamp+archiveId]';

type Placed = { readonly stamp: number; readonly archiveId: number };

/** Returns the place of a message. */
export const placeOf = ({ stamp, archiveId }: Placed): Place => [stamp, archiveId];

/** Returns whether an own message has no place of the server yet: it waits, or was refused. */
export const isPending = ({ stamp }: Pick<Placed, 'stamp'>): boolean => stamp === PENDING_STAMP;

/** Compares places: negative when `a` is before `b`. */
export const comparePlaces = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1];

/** Compares messages of one conversation in the order of the index: negative when `a` is above `b`. */
export const compareMessages = (a: Placed & { readonly id?: number }, b: Placed & { readonly id?: number }): number =>
  comparePlaces(placeOf(a), placeOf(b)) || (a.id ?? 0) - (b.id ?? 0);

/** Returns whether a message is at or before a place. */
export const isUpTo = (row: Placed, place: Place | undefined): boolean =>
  place !== undefined && comparePlaces(placeOf(row), place) <= 0;
