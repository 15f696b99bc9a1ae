import type { Element } from '@xmpp/xml';
import type { StreamMemory } from '../memory.ts';
import type { Policies } from '../policies.ts';
import type { Clock } from '../ports.ts';
import type { RateClass } from '../rates.ts';
import type { RefusalReason } from '../refusal.ts';

/** What becomes of a stanza: the element to forward, always written by us, or the rule that refuses it. */
export type Decision = { readonly forward: Element } | { readonly refuse: RefusalReason };

export const forward = (element: Element): Decision => ({ forward: element });
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
