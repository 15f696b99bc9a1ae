/**
 * What the edge must know before it can complete a kind of message. A sender names ids; what is drawn of them is written from
 * these facts, never from the sender's word.
 */
export type Question = {
  /** Ids of media that the sender must own. */
  readonly media?: readonly string[];
  readonly gift?: string;
  /** Which messages of the sender to the addressee, within the last day, are counted. */
  readonly daily?: 'priced' | 'asked' | 'invited';
  /** The content is paid for: in gems, or by giving a gift. Only hosts may ask it. */
  readonly lock?: { readonly price?: number; readonly gift?: string };
};

/** A file of a message as the server holds it. Sizes in pixels, `ms` of a clip or a sound. */
export type MediaFact = {
  readonly id: string;
  readonly kind: 'picture' | 'clip' | 'sound';
  readonly posterId?: string;
  readonly w: number;
  readonly h: number;
  readonly ms?: number;
  readonly blur: string;
  /** A stronger blur, for who has not paid. */
  readonly lockBlur: string;
  readonly wave?: string;
  /** Sensitive bits, see contract/chat/rules.ts. */
  readonly bits: number;
  readonly owner: number;
};

export type KindFacts = {
  readonly media: ReadonlyMap<string, MediaFact>;
  /** Undefined when there is no such gift, or it is not given at present. */
  readonly gift?: { readonly id: string; readonly price: number };
  /** How many of the counted messages there were before this one. A repeated message does not count itself. */
  readonly today: number;
  /** Server clock of the newest of them, ms. */
  readonly lastAt?: number;
  /** Server clock, ms. */
  readonly now: number;
  /** The id of the message's lock: the same for a message that is sent again. */
  readonly lockId: string;
};

/** Why a message cannot be completed. */
export type RefusedWhy = 'foreign-item' | 'unknown-gift' | 'unknown-sticker' | 'too-many';
