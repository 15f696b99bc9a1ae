import type { Element } from '@xmpp/xml';
import type { KindFacts } from '../../../../contract/chat/facts.ts';
import type { Clock } from '../../clock.ts';
import type { RateClass } from '../../limits/rates.ts';
import type { StreamMemory } from '../memory.ts';
import type { Policies } from '../policies.ts';
import type { KindFactsPort, NoteViolation } from '../ports.ts';
import type { RefusalReason } from '../refusal.ts';
import type { ReplyQuota } from '../reply-quota.ts';

/**
 * Forwards a newly serialized element, which is first archived if `keep` is set. `isBarrier`: it is a ping to the gate, to which the edge
 * adds the acceptances of the messages before it.
 */
type Forward = { readonly forward: Element; readonly keep?: ArchiveDecision; readonly isBarrier?: true };
/** The decision to refuse a client's stanza, with its reason. */
export type Refuse = { readonly refuse: RefusalReason };
/** The decision of the edge's rules on a client's stanza: forward a rewritten element, or refuse it. */
export type Decision = Forward | Refuse;

/** How to archive a message or mark before it is forwarded, and what follows from it (pushes, order). */
export type ArchiveDecision = {
  readonly peer: number;
  /** True: only the sender's archive gets a copy. The message is to a service, or for the sender's own devices. */
  readonly isOwnOnly: boolean;
  /** Server time in ms since the epoch. */
  readonly at: number;
  /**
   * True: when archiving fails, later messages to the peer are refused until this one is accepted. False for marks, and for a
   * message of which an earlier attempt was forwarded.
   */
  readonly isInOrder: boolean;
  /** True: it is a chat message, whose stamp and archive id are reported to the sender with the next pong of the gate. */
  readonly isAcknowledged?: true;
  /** Elements for the archives where they differ from the forwarded one: for the sender's own archive, and for that of the peer. */
  readonly copies?: { readonly own: Element; readonly peers: Element };
  /** Kind of the push notification to request for the peer; undefined for none. */
  readonly news?: 'message' | 'gift';
  /** True: the sender has seen the conversation, so the sender's own push notification of it is cancelled. */
  readonly seen?: boolean;
  /** Stanza id of the message that the sender deletes; the peer's push notification is cancelled if it is about this message only. */
  readonly deletes?: string;
  /** Runs before archiving; when it rejects, the message is not archived. */
  readonly prepare?: () => Promise<void>;
};

/** Creates the decision to forward an element; with `keep` it is archived first. */
export const forward = (element: Element, keep?: ArchiveDecision): Forward => ({
  forward: element,
  ...(keep && { keep }),
});
/** Creates the decision to refuse a client's stanza for a reason. */
export const refuse = (reason: RefusalReason): Refuse => ({ refuse: reason });

/** Facts loaded for one stanza before the rules decide. A missing field was not needed, or could not be loaded. */
export type Facts = {
  /** True when the message that a mark refers to was sent by the recipient of the mark to its sender. */
  readonly received?: boolean;
  /** The facts that complete a message whose kind needs them. */
  readonly kind?: KindFacts;
  /** How many messages the sender may still send before the recipient replies. */
  readonly left?: number;
  /** True when nothing was loaded, because the account is above its rate of lookups. */
  readonly tooMany?: true;
};

/** The sender of a client's stanza, and the state and functions that the edge's rules use. */
export type Sender = {
  readonly domain: string;
  /** The id that the edge has given the stream. */
  readonly stream: string;
  readonly uid: number;
  readonly jid: string;
  readonly policies: Policies;
  readonly memory: StreamMemory;
  readonly clock: Clock;
  readonly facts: KindFactsPort;
  readonly pairs: ReplyQuota | undefined;
  readonly violated: NoteViolation;
  /** Returns whether the sender's archive contains this message of the peer. Rejects when the archive cannot be read. */
  hasReceived(peer: number, messageId: string): Promise<boolean>;
  withinRate(rateClass: RateClass): boolean;
  sensitiveBits(text: string): number;
  seal(text: string): string;
};
