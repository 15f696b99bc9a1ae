/** What the edge must know of a person who sends or receives; `people/policy.ts` loads it. */
export type SenderPolicy = {
  readonly nickName: string;
  readonly role: number;
  readonly lockedUntil: Date | null;
  readonly blockedBy: readonly number[];
  readonly blocks: readonly number[];
  /** False: this person neither tells others of what was read nor learns it of them. */
  readonly readReceipt: boolean;
  /** From whom this person accepts messages. */
  readonly admits: 'everyone' | 'friends' | 'nobody';
  /** Who is admitted where not everyone is; else left empty. */
  readonly friends: ReadonlySet<number>;
};

export type PolicySource = {
  /** Undefined when there is no such account. */
  load(uid: number): Promise<SenderPolicy | undefined>;
  /** Calls with the uid whose policy changed, or 'all' after a gap in the news. Returns the unsubscribe. */
  onChange(listener: (uid: number | 'all') => void): () => void;
};

export type Revocations = {
  /** Calls once when the token with this SHA-256 is revoked, by whichever process. Returns the unsubscribe. */
  watch(tokenHash: string, onRevoked: () => void): () => void;
};

/** Who is connected, for the other server processes too. */
export type StreamLog = {
  opened(streamId: string, uid: number): void;
  /** `isFinal`: the stream ended on purpose and will not be resumed. */
  closed(streamId: string, isFinal: boolean): void;
};

/** Whether a message with this stanza id, from this peer, lies in the archive of `uid`. */
export type HasReceived = (uid: number, peer: number, messageId: string) => Promise<boolean>;

/** A client's stream, for the code that ends or checks it. */
export type EdgeStream = {
  readonly id: string;
  /** Ends the session itself, so that it cannot be resumed: a stream error to the client, a close to the server. */
  end(condition: string): void;
  /** To be called at each interval: is the client still there? */
  checkLiveness(): void;
  shutdown(): void;
};
