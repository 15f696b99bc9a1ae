import { array, type GenericSchema, maxLength, minLength, object, pipe, variant } from 'valibot';
import { ALBUM_MAX_ITEMS, PRICED_PER_DAY } from '../../kind-rules.ts';
import { defineKind } from '../kind.ts';
import {
  caption,
  type Item,
  idsIn,
  itemOf,
  itemsIn,
  lockedPay,
  lockedPicture,
  mediaIds,
  mediaOf,
  openPay,
  openPicture,
  type Pay,
  payOf,
  priceIn,
  readPay,
  readPicture,
  sentPrice,
  writeItem,
  writePay,
  writeSentItem,
  writeSentPay,
} from './items.ts';

const album = <T extends GenericSchema>(item: T) => pipe(array(item), minLength(1), maxLength(ALBUM_MAX_ITEMS));
type Album = Pay & { readonly items: readonly Item[]; readonly body: string };
const schema: GenericSchema<unknown, Album> = variant('payNeed', [
  object({ items: album(openPicture), body: caption, ...openPay }),
  object({ items: album(lockedPicture), body: caption, ...lockedPay }),
]);

/** Message kind `image` (type 2): one picture or an album, with a caption; a host may lock all of it at one price. */
export const image = defineKind({
  type: 2,
  kind: 'image',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema,
  write: ({ items, body, ...pay }, build) => ({
    body,
    children: [...writePay(pay, build), ...items.map((item) => writeItem(item, pay.payNeed, build))],
  }),
  read(body, x) {
    const pay = readPay(x);
    return { items: itemsIn(x).map((item) => readPicture(item, pay.payNeed)), body, ...pay };
  },
  sent: {
    schema: object({ ids: mediaIds, price: sentPrice, body: caption }),
    read: (body, x) => ({ ids: idsIn(x), price: priceIn(x), body }),
    write: ({ items, body, ...pay }, build) => ({
      body,
      children: [...items.map(({ url }) => writeSentItem(url, build)), ...writeSentPay(pay, build)],
    }),
  },
  needs: ({ ids, price }) => ({ media: ids, ...(price > 0 && { daily: 'priced', lock: { price } }) }),
  complete(facts, { ids, price, body }) {
    const media = mediaOf(facts, ids, 'picture');
    if (!media) return 'foreign-item';
    if (price > 0 && facts.today >= PRICED_PER_DAY) return 'too-many';
    return { items: media.map((item) => itemOf(item, price > 0)), body, ...payOf(price, facts) };
  },
});
