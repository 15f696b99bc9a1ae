import { RATING_PRAISE_MIN_STARS } from './rules.ts';

/** Shared terms of pages, core and server about calls (product 4.1, product 5.2, product 8.2). */

/**
 * State of a call on the device; rows of calls store these numbers (product 4.1).
 * - `INITIAL`: the session request was sent to the hub
 * - `CONNECTING`: rings at the peer, or both sides negotiate
 * - `CONNECTED`: the remote media arrived
 * - `DISCONNECTED`: one side ended it
 * - `FAILED`: it could not start or continue
 * - `CALLIN`: an incoming call that rings
 */
export const CALL_STATUS = {
  INITIAL: 0,
  CONNECTING: 1,
  CONNECTED: 2,
  DISCONNECTED: 3,
  FAILED: 4,
  CALLIN: 5,
} as const;
/** One of the numbers of `CALL_STATUS`; the field `status` of the row `call`, which pages draw. */
export type CallStatus = (typeof CALL_STATUS)[keyof typeof CALL_STATUS];

/** Returns whether a call has ended (disconnected or failed); only then may the device start another. */
export const isOver = (status: CallStatus): status is 3 | 4 =>
  status === CALL_STATUS.DISCONNECTED || status === CALL_STATUS.FAILED;
/**
 * Returns whether the call is `CONNECTING` or `CONNECTED`: the hub granted it, and it has not ended. False for an incoming call that still
 * rings.
 */
export const isUnderWay = (status: CallStatus): boolean =>
  status === CALL_STATUS.CONNECTING || status === CALL_STATUS.CONNECTED;

/**
 * How a call is billed. The hub chooses the kind when it creates the call.
 * - `paid`: gems per started minute
 * - `first`: the free first call of an account, then gems per minute
 * - `paidUserFree`: the daily free call of a user who has paid before, then gems per minute
 * - `silver`: a call of limited length for silver, or the free daily one
 * - `match`: a call from random match; it ends after its free seconds unless the caller has converted it to a paid one before
 * - `callback`: a paid call that a host asked the user for
 * - `booked`: a call whose minutes were held by a booking; it ends after them unless the caller has converted it to a paid one before
 */
export const CALL_KINDS = ['paid', 'first', 'paidUserFree', 'silver', 'match', 'callback', 'booked'] as const;
/** How a call is billed, one of `CALL_KINDS`. */
export type CallKind = (typeof CALL_KINDS)[number];

/**
 * Kinds that a caller may request. For `paid` the hub itself picks `booked` at the time of a booking, else `first` or `paidUserFree` if the
 * caller has such an allowance.
 */
export const REQUESTABLE_KINDS = ['paid', 'silver'] as const;
/** Kind of call that a caller requests, one of `REQUESTABLE_KINDS`. */
export type AskedKind = (typeof REQUESTABLE_KINDS)[number];

/**
 * Reasons for the end of a call. The spellings of product 8.2 must not change. Each has a sentence in `src/i18n`.
 *
 * - `timeOut`: the callee got no picture within 60 s of the start, or within 30 s of the answer; or a callback request got no reply
 * - `SessionFail`: the session request or a check failed, or the peer reported it
 * - `callInSessionFail`: the check of an incoming call failed
 * - `sdp fail`: no offer could be made
 * - `invitationError`: the chat invitation was refused
 * - `cancel`: the caller cancelled before an answer
 * - `Gems insufficient`: not enough gems for the first minute (rejectType `on_call_insuffic`)
 * - `sendSession Unknown error`: any other error of the session request
 * - `sidNonExistent`: the hub has no such call
 * - `one call allowed once`: another device of the account is in a call
 * - `contentCheck`: the media check refused several frames of a side's picture in a random match
 * - `noCodec`: the two browsers have no video codec in common
 */
export const CALL_REASONS = [
  'timeOut',
  'SessionFail',
  'callInSessionFail',
  'sdp fail',
  'invitationError',
  'cancel',
  'Gems insufficient',
  'sendSession Unknown error',
  'sidNonExistent',
  'unknown reason',
  'no sid',
  'one call allowed once',
  'hangUp',
  'decline',
  'busy',
  'offline',
  'notTaking',
  'blocked',
  'noAllowance',
  'silverInsufficient',
  'answeredElsewhere',
  'gemsOut',
  'spendLimit',
  'moneyLocked',
  'priceChanged',
  'freeTimeOver',
  'bookedTimeOver',
  'contentCheck',
  'heartbeatLost',
  'mediaFail',
  'mediaDenied',
  'noCodec',
  'ownerGone',
  'revoked',
] as const;
/** Reason for the end of a call, one of `CALL_REASONS`. */
export type CallReason = (typeof CALL_REASONS)[number];

/** Reasons that a user may name with a rating of at least `RATING_PRAISE_MIN_STARS` stars. */
export const RATING_PRAISES = ['friendly', 'funny', 'attentive', 'clearPicture'] as const;
/** Reasons that a user may name with a rating of fewer stars. */
export const RATING_FAULTS = ['unfriendly', 'inattentive', 'notAsShown', 'poorPicture', 'poorSound'] as const;
/** All reasons of ratings. Each has a text in `src/i18n` (`hosting:call.reasons`). */
export const RATING_REASONS = [...RATING_PRAISES, ...RATING_FAULTS] as const;
/** A reason of a rating, one of `RATING_REASONS`. */
export type RatingReason = (typeof RATING_REASONS)[number];
/** Returns the reasons that a rating with this number of stars may name. */
export const ratingReasonsOf = (stars: number): readonly RatingReason[] =>
  stars >= RATING_PRAISE_MIN_STARS ? RATING_PRAISES : RATING_FAULTS;

/**
 * Reasons with which an unconnected incoming call is not missed: it has not ended (''), or the callee handled it on this or another device.
 */
const DEALT_WITH: ReadonlySet<CallReason | ''> = new Set<CallReason | ''>(['', 'decline', 'answeredElsewhere']);

/**
 * Returns whether a call was missed: incoming, never connected, and neither declined nor answered on another device. '' is the reason of a
 * call that has not ended. Badges, notifications and pushes use this one definition.
 */
export const wasMissed = (call: {
  readonly direction: 'in' | 'out';
  readonly connectingTime: number;
  readonly reason: CallReason | '';
}): boolean => call.direction === 'in' && call.connectingTime === 0 && !DEALT_WITH.has(call.reason);

/**
 * How the other side, or the hub for it, rejected a call; '' if it did not. Sent beside the end reason. The spelling of `on_call_insuffic`
 * must not change (product 8.2).
 */
export const REJECT_TYPES = [
  '',
  'on_call_insuffic',
  'on_call_busy',
  'on_call_offline',
  'on_call_blocked',
  'on_call_refuse',
  'on_call_cancel',
  'on_call_timeout',
] as const;
/** How a call was rejected, one of `REJECT_TYPES`. */
export type RejectType = (typeof REJECT_TYPES)[number];

/**
 * Reasons why the core refuses a command about a call without asking the hub, such as to start one (product 5.2). The texts must not
 * change; an `AppError` with the code `call` carries them as `detail`.
 */
export const CALL_ERRORS = {
  jid: 'null jid',
  user: 'no call inside main user',
  connection: 'xmpp not connected',
  one: 'one call allowed once',
  sid: 'no sid',
  /** The server has no silver calls. */
  club: 'requestClubCallTimes data is null',
} as const;
/** One of the texts of `CALL_ERRORS`. */
export type CallError = (typeof CALL_ERRORS)[keyof typeof CALL_ERRORS];

/** The three replies of a user to a host's request to call back (wire 3.2). `accept` starts a paid call to the host. */
export const CALLBACK_REPLIES = ['accept', 'busy', 'coins_insufficient'] as const;
/** A user's reply to a callback request, one of `CALLBACK_REPLIES`. */
export type CallbackReply = (typeof CALLBACK_REPLIES)[number];

/** One STUN or TURN server for a peer connection (W3C RTCIceServer). Only `stun:`, `stuns:`, `turn:` and `turns:` addresses. */
export type Relay = {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
};
/** The servers and the ICE policy with which a page opens the peer connection of one call; the hub creates the credentials. */
export type RelaySet = {
  readonly servers: readonly Relay[];
  /** `relay`: the server's setting forbids direct connections, so that neither side learns the other's address. */
  readonly policy: 'all' | 'relay';
};

/**
 * One message of the WebRTC negotiation between the pages of caller and callee, which the hub relays. `generation` counts the peer
 * connections of a call: a page that rejoins begins a higher one, the other follows, and messages of a lower one are stale.
 */
export type Signal =
  | {
      readonly kind: 'description';
      readonly generation: number;
      readonly type: 'offer' | 'answer';
      readonly sdp: string;
    }
  | {
      readonly kind: 'candidate';
      readonly generation: number;
      /** Empty: no more candidates. */
      readonly candidate: string;
      readonly sdpMid: string | null;
      readonly sdpMLineIndex: number | null;
    }
  /** `ready`: the sender's connection of that generation exists and waits for an offer. */
  | { readonly kind: 'ready'; readonly generation: number }
  /**
   * State of the sender's camera and microphone, for the peer's screen. `revealed`: in a call from random match, the sender has agreed to
   * show a sharp picture; both send a blurred one until both have agreed. Builds without it send sharp pictures at once.
   */
  | {
      readonly kind: 'media';
      readonly generation: number;
      readonly video: boolean;
      readonly audio: boolean;
      readonly revealed?: boolean;
    };

/** Cost and end reason of an ended call, for the caller or the callee, from the server's ledger and clock (ms since the epoch). */
export type CallReceipt = {
  readonly sid: string;
  readonly kind: CallKind;
  readonly caller: number;
  readonly callee: number;
  readonly startTime: number;
  /** When the callee confirmed the first media and metering started; 0: never. */
  readonly connectingTime: number;
  readonly endTime: number;
  /** Connected seconds without the pauses of the meter. */
  readonly seconds: number;
  /** Free seconds out of `seconds`. */
  readonly freeSeconds: number;
  /** Gems per started minute. */
  readonly price: number;
  /** For the caller, gems paid; for the callee, gems earned. */
  readonly gems: number;
  /** Silver that the caller paid; absent from older servers. */
  readonly silver?: number | undefined;
  /** True when the call cost nothing because it ended in its fair start (`FAIR_START_SECONDS`). */
  readonly fairStart?: boolean | undefined;
  /** Paid minutes that were given back to the caller, because both sides reported unusable time; absent if none. */
  readonly refundedMinutes?: number | undefined;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
};

/** Language and country that a user who enters random match requires of partners; '' for no constraint. */
export type MatchFilter = { readonly lang: string; readonly country: string };
