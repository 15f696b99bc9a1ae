import type { Element } from '@xmpp/xml';
import { attrsOf, numberIn } from './shapes.ts';

/** `<wish gift price>`: the gift that a host wishes. The price is the edge's. */
export const wishIn = (x: Element) => {
  const { gift, price } = attrsOf(x, 'wish');
  return { giftId: gift, giftPrice: numberIn(price) };
};
