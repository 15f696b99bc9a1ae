import type { Element } from '@xmpp/xml';
import { attrsOf, numberIn } from './shapes.ts';

/** Reads `<wish gift price>`: the gift that a host asks for. The edge sets the price. */
export const wishIn = (x: Element) => {
  const { gift, price } = attrsOf(x, 'wish');
  return { giftId: gift, giftPrice: numberIn(price) };
};
