/** Shared terms of pages, core and server about calls (product 4.1, product 5.2, product 8.2). */

/** Call status (product 4.1). */
export const CALL_STATUS = {
  INITIAL: 0,
  CONNECTING: 1,
  CONNECTED: 2,
  DISCONNECTED: 3,
  FAILED: 4,
  CALLIN: 5,
} as const;
export type CallStatus = (typeof CALL_STATUS)[keyof typeof CALL_STATUS];

/** Whether a call has ended: then another may begin. */
export const isOver = (status: CallStatus): status is 3 | 4 =>
  status === CALL_STATUS.DISCONNECTED || status === CALL_STATUS.FAILED;
/** Returns whether both sides agreed to the call and it continues. */
export const isUnderWay = (status: CallStatus): boolean =>
  status === CALL_STATUS.CONNECTING || status === CALL_STATUS.CONNECTED;

/** Who pays, and how: by the minute, or out of one of the allowances. */
export const CALL_KINDS = ['paid', 'first', 'paidUserFree', 'silver', 'match', 'callback'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** What a caller may ask for; the hub picks `first` and `paidUserFree` itself where the caller has such an allowance. */
export const ASKED_KINDS = ['paid', 'silver'] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/**
 * Why a call ended. The spellings of product 8.2 must not change. Every one has a sentence in `src/i18n`.
 *
 * - `timeOut`: no answer came within 60 s, or no picture came within 30 s of the answer
 * - `SessionFail`: the session request or a check failed, or the peer reported it
 * - `callInSessionFail`: the check of an incoming call failed
 * - `sdp fail`: no offer could be made
 * - `invitationError`: the chat invitation was refused
 * - `cancel`: the caller gave up before an answer
 * - `Gems insufficient`: not enough gems for the first minute (rejectType `on_call_insuffic`)
 * - `sendSession Unknown error`: any other error of the session request
 * - `sidNonExistent`: the hub knows no such call
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
  // Ours
  'hangUp',
  'decline',
  'busy',
  'offline',
  'blocked',
  'noAllowance',
  'silverInsufficient',
  'answeredElsewhere',
  'gemsOut',
  'spendLimit',
  'moneyLocked',
  'priceChanged',
  'freeTimeOver',
  'heartbeatLost',
  'mediaFail',
  'mediaDenied',
  'ownerGone',
  'revoked',
] as const;
export type CallReason = (typeof CALL_REASONS)[number];

/** Reasons that make an unconnected incoming call not a missed one: the callee, or their other device, handled it. */
const DEALT_WITH: ReadonlySet<CallReason | ''> = new Set<CallReason | ''>(['', 'decline', 'answeredElsewhere']);

/** Returns whether a call was missed; '' is the reason of a call that has not ended. The only definition of 'missed'. */
export const wasMissed = (call: {
  readonly direction: 'in' | 'out';
  readonly connectingTime: number;
  readonly reason: CallReason | '';
}): boolean => call.direction === 'in' && call.connectingTime === 0 && !DEALT_WITH.has(call.reason);

/** Why the other side rejected the call; empty when it did not. The spelling of the first must not change (product 8.2). */
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
export type RejectType = (typeof REJECT_TYPES)[number];

/** Why a call could not begin (product 5.2). The texts must not change; `AppError` carries them as `detail`. */
export const CALL_ERRORS = {
  jid: 'null jid',
  user: 'no call inside main user',
  connection: 'xmpp not connected',
  one: 'one call allowed once',
  sid: 'no sid',
  /** The server has no silver calls. */
  club: 'requestClubCallTimes data is null',
} as const;
export type CallError = (typeof CALL_ERRORS)[keyof typeof CALL_ERRORS];

/** The three replies to a callback from an anchor (wire 3.2). */
export const CALLBACK_REPLIES = ['accept', 'busy', 'coins_insufficient'] as const;
export type CallbackReply = (typeof CALLBACK_REPLIES)[number];

/** One relay server (W3C RTCIceServer). Only `stun:`, `turn:` and `turns:` addresses. */
export type Relay = {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
};
export type RelaySet = {
  readonly servers: readonly Relay[];
  /** `relay`: the server's setting forbids direct connections, so that neither side learns the other's address. */
  readonly policy: 'all' | 'relay';
};

/**
 * One piece of negotiation between the two pages (W3C WebRTC). `generation` counts the peer connections of a call: a page
 * that rejoins begins a higher one, the other follows, and pieces of a lower one are stale.
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
  /** `ready`: this side's connection of that generation exists and waits for an offer. */
  | { readonly kind: 'ready'; readonly generation: number }
  /** Camera and microphone as the sender switched them, for the other's screen. */
  | { readonly kind: 'media'; readonly generation: number; readonly video: boolean; readonly audio: boolean };

/** What a call cost and why it ended, from the server's ledger and clock (ms since the epoch). */
export type Receipt = {
  readonly sid: string;
  readonly kind: CallKind;
  readonly caller: number;
  readonly callee: number;
  readonly startTime: number;
  /** The callee saw a picture, and the meter began; 0: never. */
  readonly connectingTime: number;
  readonly endTime: number;
  /** Connected seconds without the pauses of the meter. */
  readonly seconds: number;
  /** How many of them were free. */
  readonly freeSeconds: number;
  /** Gems per started minute. */
  readonly price: number;
  /** Paid by the caller; for the callee what came of it to their account. */
  readonly gems: number;
  /** Silver that the caller paid; absent from a server of before. */
  readonly silver?: number | undefined;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
};

/** Whom random match may propose. Empty: anybody. */
export type MatchFilter = { readonly lang: string; readonly country: string };
