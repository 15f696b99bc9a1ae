/** The gifts that the project has drawn, in the order of their tabs: a picture, a title and a scene for each. */
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
export type GiftId = (typeof GIFT_IDS)[number];

/** A newer server may sell one that this build has no words for. */
export const isGiftId = (id: string): id is GiftId => (GIFT_IDS as readonly string[]).includes(id);

export const pictureOfGift = (id: string, px: 96 | 256): string => `/gifts/${id}-${px}.webp`;
