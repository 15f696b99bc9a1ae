import {
  array,
  boolean,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { externalId, externalIdOrEmpty, INVALID_ID } from '../external-id.ts';
import { GIFT_COUNT_MAX, GIFT_PRICE_MAX_GEMS } from './rules.ts';

/** How a gift is celebrated: 1 pops up, 2 comes from the side, 3 fills the screen. */
export const GIFT_SCENES = [1, 2, 3] as const;
/** Where a gift can be given; each is a bit of `showArea`, in this order. */
export const GIFT_AREAS = ['chat', 'call', 'match', 'profile'] as const;
export type GiftArea = (typeof GIFT_AREAS)[number];

/** Whether the bits of `showArea` hold an area. */
export const isShownIn = (showArea: number, area: GiftArea): boolean =>
  (showArea & (1 << GIFT_AREAS.indexOf(area))) !== 0;

const whole = (from: number, to: number) => pipe(number(), integer(), minValue(from), maxValue(to));

/** Lower-case words joined by hyphens; also the key of its title and the name of its picture. */
export const giftId = pipe(externalId, regex(/^[a-z]+(?:-[a-z]+)*$/, INVALID_ID), maxLength(24, INVALID_ID));
export const giftPrice = whole(1, GIFT_PRICE_MAX_GEMS);
export const giftCount = whole(1, GIFT_COUNT_MAX);
/** Name of a purchase, the giver's own choice: asked twice under one name, it is bought once. */
export const giftOp = externalId;

/** A gift of the catalogue (product 3.5). */
export const gift = object({
  id: giftId,
  type: picklist(GIFT_SCENES),
  /** Whole gems. */
  gemsPrice: giftPrice,
  /** The tab of the sheet, and the place in it. */
  tabId: whole(1, 4),
  priority: whole(1, 99),
  /** Key of the title in the words of the gifts. */
  title: giftId,
  /** Path of the smaller picture. */
  iconUrl: pipe(string(), regex(/^\/gifts\/[a-z-]+-96\.webp$/)),
  isActive: boolean(),
  showArea: whole(0, 15),
});
export type Gift = InferOutput<typeof gift>;

export const giftIconUrl = (id: string): string => `/gifts/${id}-96.webp`;

/** The catalogue. Empty where the caller has this version. */
export const giftCatalogue = object({ version: amount, gifts: pipe(array(gift), maxLength(200)) });

/** What a gift was given for: the stanza id of a wish, a lock, or nothing. */
const orNothing = externalIdOrEmpty;

export const giftOrder = object({
  op: giftOp,
  gift: giftId,
  /** The price of one, as the giver saw it. */
  price: giftPrice,
  to: uid,
  count: giftCount,
  where: picklist(GIFT_AREAS),
  /** The call or the match in which it is given. */
  sid: orNothing,
  /** The first purchase of the row of quick ones it belongs to; its own `op` begins one. */
  combo: giftOp,
  /** Stanza id of the wish that it fulfils. */
  ask: orNothing,
  /** The locked picture that it opens. */
  lock: orNothing,
});
export type GiftOrder = InferOutput<typeof giftOrder>;
