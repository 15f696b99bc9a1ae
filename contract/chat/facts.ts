/**
 * Facts that the edge must look up before it can complete a kind of message. A sender names ids; the displayed data comes from these
 * facts, never from the sender.
 */
export type Question = {
  /** Ids of media that the sender must own. */
  readonly media?: readonly string[];
  readonly gift?: string;
  /** Counts the sender's messages of this sort to the addressee within the last day. */
  readonly daily?: 'priced' | 'asked' | 'invited';
  /** The content is locked until it is paid in gems or with a gift. Only hosts may send such content. */
  readonly lock?: { readonly price?: number; readonly gift?: string };
};

/** A file of a message as the server stores it. Sizes in pixels, `ms` of a clip or a sound. */
export type MediaFact = {
  readonly id: string;
  readonly kind: 'picture' | 'clip' | 'sound';
  readonly posterId?: string;
  readonly w: number;
  readonly h: number;
  readonly ms?: number;
  readonly blur: string;
  /** A stronger blur, for users who have not paid. */
  readonly lockBlur: string;
  readonly wave?: string;
  /** Sensitive bits, see contract/chat/rules.ts. */
  readonly bits: number;
  readonly owner: number;
};

/** The facts for one message. */
export type KindFacts = {
  readonly media: ReadonlyMap<string, MediaFact>;
  /** Undefined if the gift does not exist or is inactive. */
  readonly gift?: { readonly id: string; readonly price: number };
  /** Number of counted messages before this one. A repeated message does not count itself. */
  readonly today: number;
  /** Server clock of the newest of them, ms. */
  readonly lastAt?: number;
  /** Server clock, ms. */
  readonly now: number;
  /** The id of the message's lock: the same when the message is sent again. */
  readonly lockId: string;
};

/** Reasons why a message cannot be completed. */
export type RefusedWhy = 'foreign-item' | 'unknown-gift' | 'unknown-sticker' | 'too-many';
