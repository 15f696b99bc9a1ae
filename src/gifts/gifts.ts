/** Ids of the gifts that this build can draw, in the order of their tabs. Each has a picture, a title and an animation. */
export const GIFT_IDS = [
  'wink',
  'clover',
  'rose',
  'lollipop',
  'coffee',
  'cupcake',
  'paper-boat',
  'bouquet',
  'teddy',
  'music-box',
  'balloon',
  'fireflies',
  'perfume',
  'guitar',
  'lanterns',
  'carousel',
  'fireworks',
  'gem-ring',
  'sailboat',
  'piano',
  'aurora',
  'castle',
  'comet',
  'galaxy',
] as const;
/** Id of a gift with artwork in this build. */
export type GiftId = (typeof GIFT_IDS)[number];

/** Returns whether this build has texts and artwork for a gift. A newer server may sell others. */
export const isGiftId = (id: string): id is GiftId => (GIFT_IDS as readonly string[]).includes(id);

/** Returns the path of a gift's picture in one of its two sizes, px. */
export const pictureOfGift = (id: string, px: 96 | 256): string => `/gifts/${id}-${px}.webp`;
