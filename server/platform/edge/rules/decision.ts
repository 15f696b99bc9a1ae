import type { Element } from '@xmpp/xml';
import type { KindFacts } from '../../../../contract/chat/facts.ts';
import type { Clock } from '../../clock.ts';
import type { RateClass } from '../../limits/rates.ts';
import type { StreamMemory } from '../memory.ts';
import type { Pairs } from '../pairs.ts';
import type { Policies } from '../policies.ts';
import type { KindFactsPort, NoteViolation } from '../ports.ts';
import type { RefusalReason } from '../refusal.ts';

/** The decision on a stanza: a newly written element to forward, or the reason of the refusal. */
type Forward = { readonly forward: Element; readonly keep?: Keeping };
export type Refuse = { readonly refuse: RefusalReason };
export type Decision = Forward | Refuse;

/** A message to archive before it is forwarded. */
export type Keeping = {
  readonly peer: number;
  /** Only the sender keeps a copy. */
  readonly isToService: boolean;
  /** Server clock, ms. */
  readonly at: number;
  /** True: when it cannot be archived, later messages to the peer are held. False when an earlier attempt was forwarded. */
  readonly isInOrder: boolean;
  /** What the peer hears of it while their app is closed; undefined: nothing. */
  readonly news?: 'message' | 'gift';
  /** The sender has seen the conversation. */
  readonly seen?: boolean;
  /** Must succeed before it is archived. */
  readonly prepare?: () => Promise<void>;
};

export const forward = (element: Element, keep?: Keeping): Forward => ({ forward: element, ...(keep && { keep }) });
export const refuse = (reason: RefusalReason): Refuse => ({ refuse: reason });

/** Facts looked up for one stanza. A missing field was not needed or could not be loaded. */
export type Facts = {
  /** True when the marked message was sent by the addressee to the sender. */
  readonly received?: boolean;
  /** What completes a message whose kind needs facts. */
  readonly kind?: KindFacts;
  /** How many messages the sender may still write before the addressee answers. */
  readonly left?: number;
  /** True when nothing was looked up, because the account is over its rate. */
  readonly tooMany?: true;
};

/** The sender of a stanza, and the state that the rules read. */
export type Sender = {
  readonly domain: string;
  /** The edge's own name of the stream. */
  readonly stream: string;
  readonly uid: number;
  readonly jid: string;
  readonly policies: Policies;
  readonly memory: StreamMemory;
  readonly clock: Clock;
  readonly facts: KindFactsPort;
  readonly pairs: Pairs | undefined;
  readonly violated: NoteViolation;
  /** Whether this message of the peer lies in the sender's archive. Rejects when the archive cannot be read. */
  hasReceived(peer: number, messageId: string): Promise<boolean>;
  withinRate(rateClass: RateClass): boolean;
  sensitiveBits(text: string): number;
  seal(text: string): string;
};
