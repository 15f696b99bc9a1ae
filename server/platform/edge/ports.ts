import type { KindFacts, Question } from '../../../contract/chat/facts.ts';
import type { KeepMessage } from '../../domains/chat/archive/keeper.ts';
import type { AwayEvent } from '../../domains/push/telling/tell.ts';

/** Facts about a sender or recipient that the edge needs; `people/policy.ts` loads them. */
export type SenderPolicy = {
  readonly nickName: string;
  readonly role: number;
  /** False: the birth date is not known yet, and nothing may be written. */
  readonly adult: boolean;
  readonly lockedUntil: Date | null;
  readonly blockedBy: readonly number[];
  readonly blocks: readonly number[];
  /** False: this person neither sends nor receives read marks. */
  readonly readReceipt: boolean;
  /** Whose messages this person accepts. */
  readonly admits: 'everyone' | 'friends' | 'nobody';
  /** Friends, loaded unless `admits` is 'everyone'; else empty. */
  readonly friends: ReadonlySet<number>;
  /** False: they have no device that could be pushed to, so nobody needs to be told of what happens. */
  readonly reach: boolean;
};

export type PolicySource = {
  /** Loads the policy; undefined when there is no such account. */
  load(uid: number): Promise<SenderPolicy | undefined>;
  /** Calls `listener` with the uid whose policy changed, or 'all' after a gap in notifications. Returns the unsubscribe. */
  onChange(listener: (uid: number | 'all') => void): () => void;
};

/** Hears what a closed app is told of. Both return at once. */
export type AwayPort = {
  tell(event: AwayEvent): void;
  /** Somebody has seen what the notification with this tag is about. */
  seen(uid: number, tag: string): void;
};

/** Whether this is the live token of this account. Rejects when it cannot be checked. */
export type HasToken = (uid: number, token: string) => Promise<boolean>;

export type Revocations = {
  /** Calls `onRevoked` once when any process revokes the token with this SHA-256. Returns the unsubscribe. */
  watch(tokenHash: string, onRevoked: () => void): () => void;
};

/** Log of the connected streams, read by all server processes. */
export type StreamLog = {
  /** `brief`: of a service worker that was woken for a moment. */
  opened(streamId: string, uid: number, brief?: boolean): void;
  /** Whether somebody looks at it; false at first. Written when it changes. */
  looked(streamId: string, active: boolean): void;
  /** `isFinal`: the stream ended on purpose and will not be resumed. */
  closed(streamId: string, isFinal: boolean): void;
};

/** Whether a message with this stanza id, from this peer, lies in the archive of `uid`. */
export type HasReceived = (uid: number, peer: number, messageId: string) => Promise<boolean>;

/** Who sends which message to whom. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/** What must stand before a message may be archived: who may see its media, and what is to be paid for them. */
export type Prepared = MessageKey & {
  readonly media: readonly string[];
  readonly lock?: { readonly id: string; readonly price?: number; readonly gift?: string };
};

/** What somebody writes to the team. */
export type WordsToTeam = { readonly from: number; readonly mid: string; readonly body: string };

/** Facts by which the edge completes kinds of messages. All reject when the database cannot be asked. */
export type KindFactsPort = {
  load(question: Question, of: MessageKey): Promise<KindFacts>;
  /** The same message may be prepared again. */
  prepare(prepared: Prepared): Promise<void>;
  /** Puts words before the team; the same ones may come again. */
  takeForTeam(words: WordsToTeam): Promise<void>;
};

/** How many messages one may still write to another before they answer; `until`: when there are more, 0 with the answer only. */
export type Replies = { readonly left: number; readonly until: number };
/** Without the message itself, which may be sent again. Rejects when the archive cannot be read. */
export type RepliesPort = (of: MessageKey) => Promise<Replies>;

/** Notes that a message is against the rules; the same message may be noted again. */
export type NoteViolation = (message: MessageKey, rule: 'porn-words' | 'porn-picture') => Promise<void>;

/** What the edge takes from the domains. Each port belongs to one of them (their `part.ts`). */
export type EdgePorts = {
  readonly policy: PolicySource;
  readonly hasReceived: HasReceived;
  readonly facts: KindFactsPort;
  readonly replies: RepliesPort;
  readonly violated: NoteViolation;
  /** Signs what the edge has written, for who reports it (contract/chat/seal.ts). */
  readonly seal: (text: string) => string;
  readonly away: AwayPort;
  readonly hasToken: HasToken;
  readonly revocations: Revocations;
  /** Writes a message into the archives of both before it goes on. */
  readonly keep: KeepMessage;
  readonly hashToken: (token: string) => string;
};

/** A client's stream, for the code that ends or checks it. */
export type EdgeStream = {
  readonly id: string;
  /** Ends the session itself, so that it cannot be resumed: a stream error to the client, a close to the server. */
  end(condition: string): void;
  /** Notes whether it is still looked at; called again and again. */
  checkLook(): void;
  /** Pings or disconnects a silent client; called at each interval. */
  checkLiveness(): void;
  shutdown(): void;
};
