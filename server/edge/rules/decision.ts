import type { Element } from '@xmpp/xml';
import type { Clock } from '../../clock.ts';
import type { RateClass } from '../../limits/rates.ts';
import type { StreamMemory } from '../memory.ts';
import type { Policies } from '../policies.ts';
import type { RefusalReason } from '../refusal.ts';

/** The decision on a stanza: a newly written element to forward, or the reason of the refusal. */
type Forward = { readonly forward: Element; readonly keep?: Keeping };
export type Refuse = { readonly refuse: RefusalReason };
export type Decision = Forward | Refuse;

/** What is written into the archive before it is forwarded. */
export type Keeping = {
  readonly peer: number;
  /** Only the sender keeps a copy. */
  readonly isToService: boolean;
  /** Server clock, ms. */
  readonly at: number;
  /** Where it cannot be kept, later messages to the peer wait behind it; not where an earlier attempt has passed. */
  readonly isInOrder: boolean;
};

export const forward = (element: Element, keep?: Keeping): Forward => ({ forward: element, ...(keep && { keep }) });
export const refuse = (reason: RefusalReason): Refuse => ({ refuse: reason });

/** What had to be looked up for one stanza. Left out: it was not asked for, or could not be. */
export type Facts = {
  /** The message that a mark speaks of came to the sender from the addressee. */
  readonly received?: boolean;
  /** Nothing was asked: this account asked for too many already. */
  readonly tooMany?: true;
};

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
  /** Whether this message of the peer lies in the sender's archive. Rejects when the archive cannot be read. */
  hasReceived(peer: number, messageId: string): Promise<boolean>;
  withinRate(rateClass: RateClass): boolean;
  sensitiveBits(text: string): number;
};
