import { array, boolean, type InferOutput, literal, maxLength, object, optional, picklist, pipe, union } from 'valibot';
import type { EndpointTable } from '../../api/endpoint.ts';
import { uid } from '../../api/envelope.ts';
import { amount } from '../../api/shapes.ts';
import { EXCLUSIVE_MAX_ITEMS, EXCLUSIVE_SHOWN_MAX, LOCKS_AT_ONCE } from '../../media/rules.ts';
import { ALBUM_MAX_ITEMS } from '../kind-rules.ts';
import { lockedPay, mediaId, openPicture } from '../kinds/media/items.ts';
import { lockId } from '../kinds/shapes.ts';

/** Schema of an unlocked file, in the form in which messages have it; `ms`: length of a clip. */
const openItem = object({ ...openPicture.entries, ms: optional(amount) });
const items = pipe(array(openItem), maxLength(ALBUM_MAX_ITEMS));

const addressOrEmpty = union([literal(''), openPicture.entries.url]);
const exclusiveItem = object({
  lockId,
  /** Gems. */
  price: lockedPay.payPrice,
  isOpen: boolean(),
  ...openItem.entries,
  url: addressOrEmpty,
  thumb: addressOrEmpty,
});
/** A paid item of a host's page as a reader gets it: its price, and its addresses if the reader owns or bought it. */
export type ExclusiveItem = InferOutput<typeof exclusiveItem>;
/** Schema of an item that a host offers on their page: one of their own pictures, and its price in gems. */
export const exclusiveOffer = object({ mediaId, price: lockedPay.payPrice });

/** HTTP endpoints that unlock paid messages and read their files (product 7.3). */
export const lockRows = {
  /**
   * Extension: pays for a locked message and unlocks it. An unlocked one is not charged again. `price`: gems as shown to the reader;
   * fails with `price-changed` if another price would be charged.
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
  /**
   * Extension: state and files of locks. The sender gets the files unless the lock is `void`, the receiver only once it is `opened`. Locks
   * of other users are omitted.
   */
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

/** HTTP endpoints of the paid items on hosts' pages: read, buy, and replace the own ones. */
export const exclusiveRows = {
  /** Extension: items that a host's page offers or that the reader bought, with addresses if bought. Hosts see their own page unlocked. */
  exclusiveItems: {
    path: '/api/common_service/exclusive_items',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({ items: pipe(array(exclusiveItem), maxLength(EXCLUSIVE_SHOWN_MAX)) }),
  },
  /** Extension: buys a paid item of a host's page at the price that was shown; fails with `price-changed` if the price has changed. */
  openExclusive: {
    path: '/api/common_service/open_exclusive',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ targetUid: uid, lockId, price: amount }),
    output: object({ items, gemsBalance: amount }),
  },
  /** Extension: replaces the paid items of the calling host's page with these pictures of the host. */
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
