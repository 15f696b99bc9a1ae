import type { Result } from '../result.ts';
import type { AskedKind, CallbackReply, MatchFilter, RelaySet, Signal } from './calls.ts';

/** What the page that owns the media reports to the core. */
export type MediaNews =
  /** The remote picture or sound is there. */
  | { readonly what: 'connected' }
  /** Whether anything arrived since the last beat; told every heartbeat. */
  | { readonly what: 'flow'; readonly flowing: boolean }
  | { readonly what: 'failed'; readonly reason: 'sdp fail' | 'mediaFail' | 'mediaDenied' };

/**
 * Calls, part of `CoreApi`. Everything a page draws of a call is the row `call` in `app.state` (see `worker/db/call-rows.ts`);
 * negotiation for the tab that owns the media comes as rows of `app.callSignals`. Errors that product 5.2 spells are
 * `{ code: 'call', detail }` with `detail` one of `CALL_ERRORS` or `CALL_REASONS`.
 */
export type CallCommands = {
  /** Resolves when the call is noted and its tab owns it; how it goes on is in the row. */
  call(tabId: string, uid: number, nickName: string, kind: AskedKind, source: string): Promise<Result<null>>;
  /** This tab takes the incoming call and owns its media. */
  answerCall(tabId: string): Promise<Result<null>>;
  /** Declines an incoming call, with a message to the caller unless it is empty. */
  declineCall(words: string): Promise<Result<null>>;
  /** Cancels before the answer, ends after it. From any tab. */
  hangUp(): Promise<Result<null>>;
  /** For the owner of the media, once answered. */
  callRelays(tabId: string): Promise<Result<RelaySet>>;
  /** Relay servers of a moment, without a call: for the preflight. */
  testRelays(): Promise<Result<RelaySet>>;
  sendSignal(tabId: string, signal: Signal): Promise<Result<null>>;
  /** Forgets the rows of `callSignals` up to this id: the page has applied them. */
  takeSignals(tabId: string, upTo: number): Promise<Result<null>>;
  tellMedia(tabId: string, news: MediaNews): Promise<Result<null>>;
  /** After a reload of the owner: this tab goes on with the call, under a new generation. */
  rejoinCall(tabId: string): Promise<Result<null>>;
  /** The receipt was seen: the ended call is cleared away. */
  dismissCall(): Promise<Result<null>>;
  rateCall(sid: string, stars: number): Promise<Result<null>>;
  /** The caller of a free match call goes on and pays. */
  matchToFlash(): Promise<Result<null>>;
  /** Random match: wait for a partner, as long as this tab lives. Drawn from the row `match`. */
  enterMatch(tabId: string, filter: MatchFilter): Promise<Result<null>>;
  leaveMatch(): Promise<Result<null>>;
  /** Yes, or skip. When both say yes this tab owns the call. */
  answerMatch(proposal: string, yes: boolean): Promise<Result<null>>;
  /** An anchor asks a user to call back. */
  askCallback(uid: number): Promise<Result<null>>;
  /** One of the three replies; `accept` makes the call, owned by this tab. Drawn from the row `callback`. */
  replyCallback(tabId: string, reply: CallbackReply): Promise<Result<null>>;
  /** Marks missed calls as seen. */
  seeCallRecords(): Promise<Result<null>>;
  /** First-call, free-call and silver allowances into the row `allowances`. */
  refreshAllowances(): Promise<Result<null>>;
};
