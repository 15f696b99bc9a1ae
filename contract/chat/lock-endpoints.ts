import { array, boolean, type InferOutput, literal, maxLength, object, optional, picklist, pipe, union } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { EXCLUSIVE_MAX_ITEMS, EXCLUSIVE_SHOWN_MAX, LOCKS_AT_ONCE } from '../media/rules.ts';
import { ALBUM_MAX_ITEMS } from './kind-rules.ts';
import { lockedPay, mediaId, openPicture } from './kinds/items.ts';
import { lockId } from './kinds/shapes.ts';

/** A file that was locked, as messages tell open ones; `ms` of a clip. */
const openItem = object({ ...openPicture.entries, ms: optional(amount) });
const items = pipe(array(openItem), maxLength(ALBUM_MAX_ITEMS));

const isLockedOrOpen = union([literal(''), openPicture.entries.url]);
const exclusiveItem = object({
  lockId,
  /** Gems. */
  price: lockedPay.payPrice,
  isOpen: boolean(),
  ...openItem.entries,
  url: isLockedOrOpen,
  thumb: isLockedOrOpen,
});
export type ExclusiveItem = InferOutput<typeof exclusiveItem>;
export const exclusiveOffer = object({ mediaId, price: lockedPay.payPrice });

/** Endpoints of messages that are paid for (product 7.3). */
export const lockRows = {
  /**
   * Ours: pays for a locked message and opens it. One that is open costs nothing more. `price`: gems, as the reader was shown;
   * fails with `price-changed` where another one would be charged.
   */
  unlockMessage: {
    path: '/api/common_service/unlock_message',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ lockId, price: amount }),
    output: object({ items, gemsBalance: amount }),
  },
  /** Ours: what locks hold, for the sender always, for the receiver once they are open. Other people's are left out. */
  unlockedMedia: {
    path: '/api/common_service/unlocked_media',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ lockIds: pipe(array(lockId), maxLength(LOCKS_AT_ONCE)) }),
    output: object({
      locks: array(object({ lockId, state: picklist(['locked', 'opened', 'void']), items })),
    }),
  },
} as const satisfies EndpointTable;

/** The pages of hosts. */
export const exclusiveRows = {
  /** Ours: what a host sells on a page of their own; addresses of what the caller may see. Their own page is open to themselves. */
  exclusiveItems: {
    path: '/api/common_service/exclusive_items',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({ items: pipe(array(exclusiveItem), maxLength(EXCLUSIVE_SHOWN_MAX)) }),
  },
  /** Ours: buys one of them at the price that the caller saw; fails with `price-changed` where it is another one now. */
  openExclusive: {
    path: '/api/common_service/open_exclusive',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ targetUid: uid, lockId, price: amount }),
    output: object({ items, gemsBalance: amount }),
  },
  /** Ours: replaces the caller's own page, a host's, by these pictures of theirs. */
  editExclusive: {
    path: '/api/common_service/edit_exclusive',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ items: pipe(array(exclusiveOffer), maxLength(EXCLUSIVE_MAX_ITEMS)) }),
    output: object({}),
  },
} as const satisfies EndpointTable;
