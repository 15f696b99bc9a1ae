import type { Element } from '@xmpp/xml';
import { attrsOf, numberIn } from './shapes.ts';

/** Reads `<wish gift price>`, the gift that a host asks for. The client form has no price (NaN); the edge sets it. */
export const wishIn = (x: Element) => {
  const { gift, price } = attrsOf(x, 'wish');
  return { giftId: gift, giftPrice: numberIn(price) };
};
