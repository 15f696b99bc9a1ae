import {
  array,
  boolean,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
  variant,
} from 'valibot';
import { command, messageText, nickName, nothing, someId } from '../command.ts';
import { CALLBACK_REPLIES, RATING_REASONS, REQUESTABLE_KINDS } from './calls.ts';
import { callTerms, hubId, relays, signal, uid, whole, words } from './hub-shapes.ts';
import { CALL_FRAME_MAX_CHARS, CALL_RATING_MAX } from './rules.ts';

const tabId = someId;
const callStart = object({
  ...relays.entries,
  sid: optional(hubId),
  signals: optional(array(object({ id: number(), signal }))),
});
/** Schema of the uid to call, or 0 for no user: the command then fails with 'null jid' (product 5.2). */
const uidOrZero = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER));
const [source, sid, proposal] = [words, hubId, hubId];

/** Schema of a report of the page that owns the media of a call, which only that page can see. */
const mediaNews = variant('what', [
  /** The first remote media have arrived; from a callee also when the connection is up for a while and nothing arrives. */
  object({ what: literal('connected') }),
  /** What `SessionHeartbeat` reports about the media since the last one (hub.ts); sent at every heartbeat. */
  object({ what: literal('flow'), flowing: boolean(), usable: boolean() }),
  /** The user turned the microphone or the camera off or on, or revealed the picture in a random match. */
  object({ what: literal('switched'), microphoneOff: boolean(), cameraOff: boolean(), revealed: optional(boolean()) }),
  object({ what: literal('failed'), reason: picklist(['sdp fail', 'mediaFail', 'mediaDenied', 'noCodec']) }),
]);

/**
 * Commands of pages to the core about calls. Everything a page draws of a call is the row `call` in `app.state` (see
 * `worker/db/call-rows.ts`); the peer's signals reach the tab that owns the media over `CALL_SIGNALS_CHANNEL` and as rows of
 * `app.callSignals`. Errors that product 5.2 or 8.2 spells are `{ code: 'call', detail }` with `detail` one of `CALL_ERRORS` or
 * `CALL_REASONS`.
 */
export const callCommands = {
  /**
   * Calls a user. Resolves when the call is stored and this tab owns it; the row has its further progress. The last argument is the terms
   * that the page showed; if the price differs or other terms are worse, the call ends with `priceChanged`, and its row has the price.
   */
  call: command({
    act: true,
    args: [tabId, uidOrZero, nickName, picklist(REQUESTABLE_KINDS), source, callTerms],
    value: nothing,
  }),
  /** Answers the incoming call in this tab, which then owns its media. */
  answerCall: command({ act: true, args: [tabId], value: nothing }),
  /** Declines an incoming call, with a message to the caller unless it is empty. */
  declineCall: command({ args: [messageText], value: nothing }),
  /** Declines a call that rings here, cancels an own call before the answer, ends a call after it. Works from any tab. */
  hangUp: command({ args: [], value: nothing }),
  /**
   * Returns relay servers and the peer's signals that are not applied yet to the tab that owns the media. Waits for the hub's response to
   * SessionRequest or CallReady if one is in progress; otherwise sends CallAccept if no relay servers are known.
   */
  callRelays: command({ args: [tabId], value: callStart }),
  /** Relay servers for the preflight, valid for a short time and without a call. */
  testRelays: command({ args: [], value: relays }),
  /** Sends a negotiation signal of the tab that owns the media to the peer. */
  sendSignal: command({ args: [tabId, signal], value: nothing }),
  /** Deletes the rows of `callSignals` up to this id after the page applied them. */
  takeSignals: command({ args: [tabId, pipe(number(), integer(), minValue(0))], value: nothing }),
  /** Reports what only the page knows of the media (`mediaNews`). The core keeps switches in the row and passes the rest to the hub. */
  reportMedia: command({ args: [tabId, mediaNews], value: nothing }),
  /** Continues the call in this tab after a reload of the owner, under a new generation. */
  rejoinCall: command({ args: [tabId], value: nothing }),
  /** Removes the row of an ended call after the user has closed its receipt; does nothing while the call lives. */
  dismissCall: command({ args: [], value: nothing }),
  /** Sends a frame (`callFrame`) of the own picture in the running random match to the check of the server. */
  checkFrame: command({ args: [tabId, pipe(string(), maxLength(CALL_FRAME_MAX_CHARS))], value: nothing }),
  /** Rates a call with stars, and reasons that fit them. */
  rateCall: command({
    args: [
      sid,
      pipe(number(), integer(), minValue(1), maxValue(CALL_RATING_MAX)),
      pipe(array(picklist(RATING_REASONS)), maxLength(RATING_REASONS.length)),
    ],
    value: nothing,
  }),
  /**
   * Lets the caller's match or booked call continue as a paid one after its free time or held minutes, at the price that was shown; fails
   * with `price-changed` if the call has another one.
   */
  matchToFlash: command({ args: [whole], value: nothing }),
  /** Enters random match, until a call begins, the user leaves or this tab closes. The row `match` has the state. */
  enterMatch: command({ act: true, args: [tabId, object({ lang: words, country: words })], value: nothing }),
  /** Leaves random match; an open proposal ends. */
  leaveMatch: command({ args: [], value: nothing }),
  /** Accepts or skips a proposal. If both accept, the tab that entered random match owns the call. */
  answerMatch: command({ act: true, args: [proposal, boolean()], value: nothing }),
  /** Asks a user to call back, for an anchor. The row `wish` has the outcome. */
  askCallback: command({ act: true, args: [uid], value: nothing }),
  /**
   * Sends one of the three replies to the request in the row `callback`, and deletes that row; `accept` starts the call at the price that
   * was shown, in this tab.
   */
  replyCallback: command({ act: true, args: [tabId, picklist(CALLBACK_REPLIES), whole], value: nothing }),
  /** Marks all records of calls as seen, so that missed calls are no longer counted in badges. */
  seeCallRecords: command({ args: [], value: nothing }),
  /** Fetches first-call, free-call and silver allowances into the row `allowances`. */
  refreshAllowances: command({ args: [], value: nothing }),
};
