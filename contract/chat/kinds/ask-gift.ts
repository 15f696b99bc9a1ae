import { object } from 'valibot';
import { GIFT_PRICE_MAX_GEMS } from '../../gifts/rules.ts';
import { GIFT_REQUEST_INTERVAL_MS, GIFT_REQUESTS_PER_DAY } from '../kind-rules.ts';
import { defineKind } from './kind.ts';
import { giftId, KIND_NS, whole, words } from './shapes.ts';
import { wishIn } from './wish.ts';

const body = words(0, 200);
/** Whether the gift was given, as far as this device knows. */
const local: { readonly isSend: boolean } = { isSend: false };

/**
 * Message kind `ask_gift` (type 19): a host asks a user for a gift, with an optional text. The edge sets the price and limits how often.
 */
export const askGift = defineKind({
  type: 19,
  kind: 'ask_gift',
  sentBy: 'people',
  isNews: false,
  category: 'gift',
  roles: { from: 'A', to: 'V' },
  startsAs: 'success',
  schema: object({ giftId, giftPrice: whole(1, GIFT_PRICE_MAX_GEMS), body }),
  local,
  write: ({ giftId: gift, giftPrice: price, body: words }, build) => ({
    body: words,
    children: [build('wish', { xmlns: KIND_NS, gift, price })],
  }),
  read: (words, x) => ({ ...wishIn(x), body: words }),
  sent: {
    schema: object({ giftId, body }),
    read: (words, x) => ({ giftId: wishIn(x).giftId, body: words }),
    write: ({ giftId: gift, body: words }, build) => ({
      body: words,
      children: [build('wish', { xmlns: KIND_NS, gift })],
    }),
  },
  needs: ({ giftId: gift }) => ({ gift, daily: 'asked' }),
  complete({ gift, today, lastAt, now }, { body: words }) {
    if (!gift) return 'unknown-gift';
    if (today >= GIFT_REQUESTS_PER_DAY || (lastAt !== undefined && now - lastAt < GIFT_REQUEST_INTERVAL_MS))
      return 'too-many';
    return { giftId: gift.id, giftPrice: gift.price, body: words };
  },
});
