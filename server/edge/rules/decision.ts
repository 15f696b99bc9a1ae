import type { Element } from '@xmpp/xml';
import type { StreamMemory } from '../memory.ts';
import type { Policies } from '../policies.ts';
import type { Clock } from '../ports.ts';
import type { RateClass } from '../rates.ts';
import type { RefusalReason } from '../refusal.ts';

/** What becomes of a stanza: the element to forward, always written by us, or the rule that refuses it. */
export type Decision = { readonly forward: Element; readonly keep?: Keeping } | { readonly refuse: RefusalReason };

/** What is written into the archive before it is forwarded. */
export type Keeping = {
  readonly peer: number;
  /** Only the sender keeps a copy. */
  readonly isToService: boolean;
  /** Server clock, ms. */
  readonly at: number;
  /** Where it cannot be kept, later messages to the peer wait behind it. */
  readonly isInOrder: boolean;
};

export const forward = (element: Element, keep?: Keeping): Decision => ({ forward: element, ...(keep && { keep }) });
export const refuse = (reason: RefusalReason): Decision => ({ refuse: reason });

/** What the rules may ask about the sender and the moment. */
export type Sender = {
  readonly domain: string;
  /** The edge's own name of the stream. */
  readonly stream: string;
  readonly uid: number;
  readonly jid: string;
  readonly policies: Policies;
  readonly memory: StreamMemory;
  readonly clock: Clock;
  withinRate(rateClass: RateClass): boolean;
  sensitiveBits(text: string): number;
};
