/**
 * A message or mark to send. Each conversation is sent in the order of `id`, always under the same stanza id (law 3).
 * `about`: mid of the message to send, or the stanza id that a mark names.
 */
export type OutboxRow = {
  id?: number;
  kind: 'message' | 'received' | 'displayed';
  about: string;
  tid: string;
  stanzaId: string;
  to: string;
  /** Id of the upload that must be done before, or the mid of the row's own message while one of its files is missing; absent otherwise. */
  waitsFor?: string;
  /** Set on a read mark that only the account's own devices get (contract, Mark). */
  isPrivate?: true;
};

/** Sync state that must be committed together with the messages it describes. */
export type SyncRow =
  /**
   * Stream management (XEP-0198): what a later worker needs to resume. `inbound` counts committed stanzas only.
   * `announced`: the server has received the initial presence. A stream that broke before that is resumed without
   * presence and gets no messages until it is sent.
   */
  | { key: 'stream'; id: string; inbound: number; jid: string; savedAt: number; announced?: boolean }
  /**
   * Archive (XEP-0313): the newest id before which nothing is missing, and how far back older history was read.
   * `settled` is false while newer pages are still being fetched: live messages must not move `newest` over the gap.
   */
  | { key: 'archive'; newest: string; oldest: string; complete: boolean; settled: boolean }
  /**
   * Marks of messages that are not stored yet, because the archive was not read so far, by the mid that each names. `tid`: the conversation
   * that the message must belong to, undefined for any.
   */
  | { key: 'marks'; marks: Record<string, PendingMark> }
  /** The account of this database: it is emptied before it is used for another one. */
  | { key: 'account'; uid: number }
  /** Call records: the end (server clock, ms) of the last fetched one. */
  | { key: 'calls'; since: number };
/** A mark whose message is not stored yet: what it reports about the message and all earlier ones. */
export type PendingMark = { readonly reach: 'read' | 'delivered' | 'seen'; readonly tid: string | undefined };
/** Position of the archive catch-up (XEP-0313). */
export type ArchiveRow = Extract<SyncRow, { key: 'archive' }>;
/** State of the last stream, from which a later worker resumes it (XEP-0198). */
export type StreamRow = Extract<SyncRow, { key: 'stream' }>;
