import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { array, check, literal, maxLength, minLength, object, pipe, regex, string } from 'valibot';
import { externalId, INVALID_ID } from '../../../external-id.ts';
import { PRIVATE_MEDIA, privateIdOf, privateUrl } from '../../../media/media.ts';
import { PICTURE_MAX_EDGE_PX } from '../../../media/rules.ts';
import type { KindFacts, MediaFact } from '../../facts.ts';
import {
  ALBUM_MAX_ITEMS,
  CAPTION_MAX_CHARS,
  CHAT_BLUR_MAX_CHARS,
  LOCK_PRICE_MAX_GEMS,
  LOCK_PRICE_MIN_GEMS,
} from '../../kind-rules.ts';
import { attrsOf, KIND_NS, lockId, numberIn, whole, words } from '../shapes.ts';

/**
 * Media of messages. A client sends `<item id>` (client form); the server stores and delivers `<item url thumb w h ms blur wave>` (server
 * form), and `<item w h ms blur>` without an address while the item is locked.
 */

/** A picture of a message in the server form, as the server stores and delivers it. The addresses are empty while it is locked. */
export type Item = {
  readonly url: string;
  readonly thumb: string;
  readonly w: number;
  readonly h: number;
  readonly ms?: number;
  readonly blur: string;
};
/**
 * Whether a message has a price, its price in gems, and the id of its lock. `payNeed` stays true after payment; the addresses are then
 * present.
 */
export type Pay = { readonly payNeed: boolean; readonly payPrice: number; readonly lockId: string };

/** Schema of the text of a message with files. */
export const caption = words(0, CAPTION_MAX_CHARS);
/** Schema of the address of a message's file. */
export const fileAddress = pipe(string(), regex(PRIVATE_MEDIA));
/** Schema of the id of an uploaded file: 32 hexadecimal digits. */
export const mediaId = pipe(externalId, regex(/^[0-9a-f]{32}$/, INVALID_ID));
/** Schema of the blurred placeholder of a file: a small WebP as a data address, or ''. */
export const blur = pipe(
  string(),
  maxLength(CHAT_BLUR_MAX_CHARS),
  regex(/^(?:data:image\/webp;base64,[A-Za-z0-9+/]+={0,2})?$/),
);
/** Schema fields of width and height in pixels. */
export const size = { w: whole(1, PICTURE_MAX_EDGE_PX), h: whole(1, PICTURE_MAX_EDGE_PX) };
/** Schema fields of a message without a price. */
export const openPay = { payNeed: literal(false), payPrice: literal(0), lockId: literal('') };
/** Schema fields of a message that is locked until it is paid. */
export const lockedPay = {
  payNeed: literal(true),
  payPrice: whole(LOCK_PRICE_MIN_GEMS, LOCK_PRICE_MAX_GEMS),
  lockId,
};
/** Schema of a picture of a locked message as the server stores and delivers it: size and blurred placeholder; `url` and `thumb` are ''. */
export const lockedPicture = object({ url: literal(''), thumb: literal(''), ...size, blur });
/** Schema of a picture of a free or unlocked message in the server form, as the server stores and delivers it: with addresses. */
export const openPicture = object({ url: fileAddress, thumb: fileAddress, ...size, blur });

/** Schema of the file ids of an album in the client form, as its sender sends it; without duplicates. */
export const mediaIds = pipe(
  array(mediaId),
  minLength(1),
  maxLength(ALBUM_MAX_ITEMS),
  check((ids) => new Set(ids).size === ids.length),
);
/** Schema of the price in gems that a host sets, in the client form, as the host sends it; 0: free. */
export const sentPrice = pipe(
  whole(0, LOCK_PRICE_MAX_GEMS),
  check((gems) => gems === 0 || gems >= LOCK_PRICE_MIN_GEMS),
);

/** Returns the attributes of the `item` elements of a message, in both forms. */
export const itemsIn = (x: Element) =>
  x.getChildren('item', KIND_NS).map(({ attrs }) => attrs as Readonly<Record<string, string | undefined>>);

/** Returns the file ids of a message in the client form. */
export const idsIn = (x: Element) => itemsIn(x).map(({ id }) => id);

/** Reads a picture of the server form, a locked one with '' for its addresses; the schema of its kind then validates the result. */
export const readPicture = (attrs: Readonly<Record<string, string | undefined>>, isLocked: boolean) => ({
  url: isLocked ? '' : attrs['url'],
  thumb: isLocked ? '' : attrs['thumb'],
  w: numberIn(attrs['w']),
  h: numberIn(attrs['h']),
  blur: attrs['blur'],
});

/** Reads price and lock of a message in the server form; a free message has no lock, the price 0 and an empty lock id. */
export function readPay(x: Element) {
  const lock = x.getChild('lock', KIND_NS)?.attrs;
  return lock
    ? { payNeed: true, payPrice: numberIn(lock['price']), lockId: lock['id'] }
    : { payNeed: false, payPrice: 0, lockId: '' };
}

/** Returns the price that the sender set in the client form; 0: free. */
export const priceIn = (x: Element) => (x.getChild('pay', KIND_NS) ? numberIn(attrsOf(x, 'pay')['price']) : 0);

/** Writes the `item` element of a picture in the server form. A locked one is written without its addresses, even if `Item` has them. */
export const writeItem = ({ url, thumb, w, h, ms, blur }: Item, isLocked: boolean, build: typeof xml): Element =>
  build('item', { xmlns: KIND_NS, ...(isLocked ? {} : { url, thumb }), w, h, ms, blur });

/** Writes the `lock` element of a message in the server form; nothing for a free one. */
export const writePay = ({ payNeed, payPrice, lockId }: Pay, build: typeof xml): Element[] =>
  payNeed ? [build('lock', { xmlns: KIND_NS, id: lockId, price: payPrice })] : [];

/** Writes the `item` element of a file in the client form: only its id. */
export const writeSentItem = (url: string, build: typeof xml): Element =>
  build('item', { xmlns: KIND_NS, id: privateIdOf(url) });

/** Writes the `pay` element with the price that the sender set, in the client form; nothing for a free one. */
export const writeSentPay = ({ payNeed, payPrice }: Pay, build: typeof xml): Element[] =>
  payNeed ? [build('pay', { xmlns: KIND_NS, price: payPrice })] : [];

/**
 * Returns the facts of the files with these ids in their order; undefined if one is missing, as the sender does not own it, or is of
 * another kind.
 */
export function mediaOf(
  { media }: KindFacts,
  ids: readonly string[],
  kind: MediaFact['kind'],
): readonly MediaFact[] | undefined {
  const found = ids.flatMap((id) => media.get(id) ?? []);
  return found.length === ids.length && found.every((item) => item.kind === kind) ? found : undefined;
}

/** Builds a picture of the server form from the facts; a locked one has no addresses and a stronger blur. */
export const itemOf = ({ id, posterId, w, h, blur, lockBlur }: MediaFact, isLocked: boolean): Item =>
  isLocked
    ? { url: '', thumb: '', w, h, blur: lockBlur }
    : { url: privateUrl(id), thumb: privateUrl(posterId ?? id), w, h, blur };

/** Builds price and lock of the server form from the price that the sender set; 0: free. */
export const payOf = (price: number, { lockId }: KindFacts): Pay =>
  price === 0 ? { payNeed: false, payPrice: 0, lockId: '' } : { payNeed: true, payPrice: price, lockId };
