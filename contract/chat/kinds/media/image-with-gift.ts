import { array, type GenericSchema, length, object, pipe } from 'valibot';
import { GIFT_PRICE_MAX_GEMS } from '../../../gifts/rules.ts';
import { PRICED_PER_DAY } from '../../kind-rules.ts';
import { defineKind } from '../kind.ts';
import { attrsOf, giftId, KIND_NS, lockId, whole } from '../shapes.ts';
import { wishIn } from '../wish.ts';
import {
  type Item,
  idsIn,
  itemOf,
  itemsIn,
  lockedPicture,
  mediaId,
  mediaOf,
  readPicture,
  writeItem,
  writeSentItem,
} from './items.ts';

type Behind = {
  readonly items: readonly Item[];
  readonly lockId: string;
  readonly giftId: string;
  readonly giftPrice: number;
};
const schema: GenericSchema<unknown, Behind> = object({
  items: pipe(array(lockedPicture), length(1)),
  lockId,
  giftId,
  giftPrice: whole(1, GIFT_PRICE_MAX_GEMS),
});

/** Message kind `image_with_gift` (type 20): a host's picture for a user, which is locked until the user gives the named gift. */
export const imageWithGift = defineKind({
  type: 20,
  kind: 'image_with_gift',
  sentBy: 'people',
  isNews: true,
  category: 'gift',
  roles: { from: 'A', to: 'V' },
  startsAs: 'sending',
  schema,
  write: ({ items, lockId: id, giftId: gift, giftPrice: price }, build) => ({
    body: '',
    children: [
      build('lock', { xmlns: KIND_NS, id }),
      build('wish', { xmlns: KIND_NS, gift, price }),
      ...items.map((item) => writeItem(item, true, build)),
    ],
  }),
  read: (_body, x) => ({
    items: itemsIn(x).map((item) => readPicture(item, true)),
    lockId: attrsOf(x, 'lock')['id'],
    ...wishIn(x),
  }),
  sent: {
    schema: object({ id: mediaId, giftId }),
    read: (_body, x) => ({ id: idsIn(x)[0], giftId: wishIn(x).giftId }),
    write: ({ items, giftId: gift }, build) => ({
      body: '',
      children: [...items.map(({ url }) => writeSentItem(url, build)), build('wish', { xmlns: KIND_NS, gift })],
    }),
  },
  needs: ({ id, giftId: gift }) => ({ media: [id], gift, daily: 'priced', lock: { gift } }),
  complete(facts, { id }) {
    const media = mediaOf(facts, [id], 'picture');
    if (!media) return 'foreign-item';
    if (!facts.gift) return 'unknown-gift';
    if (facts.today >= PRICED_PER_DAY) return 'too-many';
    const items = media.map((item) => itemOf(item, true));
    return { items, lockId: facts.lockId, giftId: facts.gift.id, giftPrice: facts.gift.price };
  },
  words: () => [],
});
