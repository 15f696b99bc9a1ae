import type { Gift, GiftOrder } from '#contract/gifts/gift.ts';

/** A gift of the catalogue. */
export type GiftRow = { -readonly [K in keyof Gift]: Gift[K] };
/** A gift purchase whose outcome is unknown. `asked`: server clock, ms. */
export type GiftOpRow = { op: string; order: GiftOrder; asked: number };
/** The gifts that a user received. `given`: gems that the signed-in user spent on them. `givers` only for the user's own wall. */
export type WallRow = {
  uid: number;
  received: { id: string; count: number }[];
  given: number;
  givers: { uid: number; gems: number }[];
};
