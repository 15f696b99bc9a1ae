import type { KindFacts, RequiredFacts } from '../../../contract/chat/facts.ts';
import type { ArchiveMessage } from '../../domains/chat/archive/archive-writer.ts';
import type { AwayEvent } from '../../domains/push/queue/enqueue.ts';

/** The account data by which the edge decides on messages from and to an account; `server/domains/people/policy.ts` loads it. */
export type SenderPolicy = {
  readonly nickName: string;
  readonly role: number;
  /** False: the birth date is unknown, and the account may not write. */
  readonly adult: boolean;
  readonly lockedUntil: Date | null;
  /** Accounts that have blocked the user, and hosts who are closed to the user's country. */
  readonly blockedBy: readonly number[];
  /** Accounts that the user has blocked. */
  readonly blocks: readonly number[];
  /** False: the user neither sends nor receives read marks. */
  readonly readReceipt: boolean;
  /** From which accounts the user accepts messages. */
  readonly admits: 'everyone' | 'friends' | 'nobody';
  /** Friends of the user if `admits` is 'friends'; otherwise empty, because they are not needed. */
  readonly friends: ReadonlySet<number>;
  /** False: the user has no device that can receive push notifications. */
  readonly reach: boolean;
};

/** Port of the people domain: loads sender policies, and announces their changes to the edge's cache. */
export type PolicySource = {
  /** Loads the policy; undefined when there is no such account, or when it is closed. */
  load(uid: number): Promise<SenderPolicy | undefined>;
  /**
   * Calls `listener` with the uid whose policy changed, or 'all' after a gap in database notifications. Returns the function that
   * unsubscribes.
   */
  onChange(listener: (uid: number | 'all') => void): () => void;
};

/** Port of the push domain: receives events for push notifications from the edge. Both methods return before anything is written. */
export type PushPort = {
  /** Requests a push notification for an event. */
  request(event: AwayEvent): void;
  /**
   * Cancels the notification with this tag, because the user has seen what it is about. With `event`, it is cancelled if it is about
   * nothing but the event with this id.
   */
  seen(uid: number, tag: string, event?: string): void;
};

/**
 * Port of the account domain: whether the token is a valid session token of the account, when a stream logs in. Rejects when it cannot be
 * checked.
 */
export type HasToken = (uid: number, token: string) => Promise<boolean>;

/** Port of the account domain: notifies streams of the revocation of their token, so that they end. */
export type Revocations = {
  /** Calls `onRevoked` when any process revokes the token with this SHA-256 hash. Returns the function that unsubscribes. */
  watch(tokenHash: string, onRevoked: () => void): () => void;
};

/** Log of the connected streams in the database, which all server processes read as presence. Each edge writes its own streams. */
export type StreamLog = {
  /** `brief`: the stream belongs to a service worker that works without a page, and does not count as presence. */
  opened(streamId: string, uid: number, brief?: boolean): void;
  /** Records whether the stream is active; false at first. Called on each change. */
  activityChanged(streamId: string, active: boolean): void;
  /** `isFinal`: the stream ended on purpose and will not be resumed. */
  closed(streamId: string, isFinal: boolean): void;
};

/**
 * Port of the chat domain: whether the archive of `uid` contains a message with this stanza id from this peer. Asked for marks to a user
 * who does not admit their sender.
 */
export type HasReceived = (uid: number, peer: number, messageId: string) => Promise<boolean>;

/** Identifies a message: sender and recipient by uid, and the sender's stanza id. */
export type MessageKey = { readonly from: number; readonly to: number; readonly mid: string };

/** Data that the edge records before it archives a message with media: who may see them, and the price or gift that unlocks them. */
export type Prepared = MessageKey & {
  readonly media: readonly string[];
  readonly lock?: { readonly id: string; readonly price?: number; readonly gift?: string };
};

/** A text message of a user to the official account, which is stored for the support team. */
export type WordsToTeam = { readonly from: number; readonly mid: string; readonly body: string };

/**
 * Port of the chat domain: facts that complete messages of some kinds (media, gifts, daily counts), and writes before archiving. All
 * methods reject when the database is unavailable.
 */
export type KindFactsPort = {
  /** Loads the facts that a message's kind needs. */
  load(question: RequiredFacts, of: MessageKey): Promise<KindFacts>;
  /** Records a message's media and lock. Idempotent per message. */
  prepare(prepared: Prepared): Promise<void>;
  /** Ends the recipient's access to the media of a message that its sender deletes for everyone. Idempotent. */
  endAccess(of: MessageKey): Promise<void>;
  /** Stores a message for the support team. Idempotent per message. */
  storeSupportMessage(words: WordsToTeam): Promise<void>;
};

/**
 * How many messages (`left`) an account may still send to another before the recipient replies. `until`: when the limit resets, in ms
 * since the epoch; 0 when only a reply resets it.
 */
export type Replies = { readonly left: number; readonly until: number };
/**
 * Port of the moderation domain: counts the messages that wait for a reply, without `of` itself, which may be a retry. Rejects when the
 * archive cannot be read.
 */
export type RepliesPort = (of: MessageKey) => Promise<Replies>;

/** Port of the moderation domain: records that a message breaks a rule, before it is archived. Idempotent per message. */
export type NoteViolation = (message: MessageKey, rule: 'porn-words' | 'porn-picture') => Promise<void>;

/** All ports that the domains provide to the edge, each in the `part.ts` of one domain. */
export type EdgePorts = {
  readonly policy: PolicySource;
  readonly hasReceived: HasReceived;
  readonly facts: KindFactsPort;
  readonly replies: RepliesPort;
  readonly violated: NoteViolation;
  /** Signs the text of a message, so that its recipient can report it with proof (contract/chat/seal.ts). */
  readonly seal: (text: string) => string;
  readonly away: PushPort;
  readonly hasToken: HasToken;
  readonly revocations: Revocations;
  /** Writes a message into the archives of sender and recipient before it is forwarded. */
  readonly keep: ArchiveMessage;
  readonly hashToken: (token: string) => string;
};

/** A client's stream as the limiters, timers and shutdown of the edge use it: they end, check or close it, and send nothing. */
export type EdgeStream = {
  readonly id: string;
  /** Ends the session permanently: the client gets a stream error, the XMPP server a stream close, and the stream cannot be resumed. */
  end(condition: string): void;
  /** Updates whether the stream is active; called at each interval. */
  checkActivity(): void;
  /** Pings the client, or disconnects it when it answered none of the last pings; called at each interval. */
  checkLiveness(): void;
  /** Closes the sockets for a restart of the process; the session can be resumed. */
  shutdown(): void;
};
