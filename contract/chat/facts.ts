/**
 * Facts that the edge must look up before it can complete a message that a client sent (`needsOf`). A sender names ids; the displayed data
 * comes from these facts, never from the sender.
 */
export type RequiredFacts = {
  /** Ids of media that the sender must own. */
  readonly media?: readonly string[];
  readonly gift?: string;
  /** Stanza id of an earlier message of the sender in the same conversation. */
  readonly ownMessage?: string;
  /** Stanza id of an earlier message of either side in the same conversation. */
  readonly reactedTo?: string;
  /** Requires the count of the sender's messages to the addressee in 24 hours: locked ones, gift requests or call invitations. */
  readonly daily?: 'priced' | 'asked' | 'invited';
  /** The content is locked until it is paid in gems or with a gift. Only hosts may send such content. */
  readonly lock?: { readonly price?: number; readonly gift?: string };
};

/**
 * What the server stores about a file of a message. The edge looks it up by the id that the sender names, and `completeKind` builds the
 * message from it; no device has it. `w`, `h`: pixels; `ms`: length of a clip or a sound.
 */
export type MediaFact = {
  readonly id: string;
  readonly kind: 'picture' | 'clip' | 'sound';
  readonly posterId?: string;
  readonly w: number;
  readonly h: number;
  readonly ms?: number;
  readonly blur: string;
  /** A more blurred placeholder than `blur`, for users who have not paid. */
  readonly lockBlur: string;
  readonly wave?: string;
  /** Result of the content check, as `SENSITIVE_*` bits (contract/chat/rules.ts). */
  readonly bits: number;
  readonly owner: number;
};

/** The facts that the edge looked up for one message, with which `completeKind` builds its server form. */
export type KindFacts = {
  readonly media: ReadonlyMap<string, MediaFact>;
  /** Undefined if the gift does not exist or is inactive. */
  readonly gift?: { readonly id: string; readonly price: number };
  /** Undefined if the sender sent no such message to the addressee. `at`: its stamp, server clock, ms. */
  readonly ownMessage?: {
    readonly at: number;
    readonly isRetractable: boolean;
    /** True: the message is a text that is not deleted for everyone. */
    readonly isEditable: boolean;
    /** Number of accepted corrections, without this message. */
    readonly edits: number;
  };
  /** Undefined if there is no such message in the sender's archive of the conversation. */
  readonly reactedTo?: { readonly isReactable: boolean };
  /** Messages that `RequiredFacts.daily` counts, before this one. A message that is sent again does not count itself. */
  readonly today: number;
  /** Server clock, ms, of the newest message that `today` counts; absent if there is none. */
  readonly lastAt?: number;
  /** Server clock, ms. */
  readonly now: number;
  /** The id of the message's lock: the same when the message is sent again. */
  readonly lockId: string;
};

/**
 * Reason why `completeKind` refuses a message: a file that the sender does not own or that does not fit, an unknown or inactive gift, an
 * unknown sticker, too many messages of a limited kind, or a message that the sender may not or no longer edit or delete for everyone.
 */
export type KindRefusal =
  | 'foreign-item'
  | 'unknown-gift'
  | 'unknown-sticker'
  | 'too-many'
  | 'not-changeable'
  | 'too-late';
