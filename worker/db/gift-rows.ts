import type { Gift, GiftOrder } from '#contract/gifts/gift.ts';

/** A gift of the catalogue. */
export type GiftRow = { -readonly [K in keyof Gift]: Gift[K] };
/** A purchase whose outcome is not known. `asked`: server clock, ms. */
export type GiftOpRow = { op: string; order: GiftOrder; asked: number };
/** The gifts that somebody got, and what the user gave them, in gems. `givers` on the own wall only. */
export type WallRow = {
  uid: number;
  received: { id: string; count: number }[];
  given: number;
  givers: { uid: number; gems: number }[];
};
