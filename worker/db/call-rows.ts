import type {
  CallKind,
  CallReason,
  CallReceipt,
  CallStatus,
  MatchFilter,
  RejectType,
  Signal,
} from '#contract/calls/calls.ts';

type Peer = {
  readonly uid: number;
  readonly jid: string;
  readonly nickName: string;
  /** URL of the avatar; empty while unknown. */
  readonly avatarUrl: string;
};

/**
 * The one call of this browser profile (product 4.1). The row stays after the call's end until the user closes its screen or the next call
 * replaces it.
 */
export type CallRow = {
  key: 'call';
  /** The client's own id, 21 characters. It names the call until the hub assigns a sid. */
  id: string;
  /** The hub's id of the call; empty until the hub assigns one. */
  sid: string;
  status: CallStatus;
  direction: 'out' | 'in';
  kind: CallKind;
  peer: Peer;
  /** Gems per started minute; 0 until the hub sends the price. */
  price: number;
  /** Free seconds at the start of the call. */
  freeSeconds: number;
  /** Silver that the caller pays for a silver call; absent when it is free. */
  silver?: number;
  /** When the hub created the call, when its media connected, and when it ended (server clock, ms); 0 before. */
  startTime: number;
  connectingTime: number;
  endTime: number;
  /** True once the callee has answered, and from the start in a random match: TURN servers are known and the negotiation runs. */
  answered: boolean;
  /** The tab that owns the media; empty while the call rings here. */
  ownerTab: string;
  /** Deadline (device clock, ms) for a tab to rejoin after the owner tab reloaded or closed. 0: the owner tab is present. */
  rejoinUntil: number;
  /** Generation of the current peer connection. */
  generation: number;
  peerAway: boolean;
  /** True while the user has the microphone or camera turned off in this call: a new track or page does not turn it on again. */
  microphoneOff?: boolean;
  cameraOff?: boolean;
  /** True when the server checks pictures of this random match, so that the page sends frames of its own. */
  checksPictures?: boolean;
  /** True once the user agreed to show a sharp picture in this random match. */
  revealed?: boolean;
  /** The hub's meter, from its last answer to a heartbeat or its last Meter event. `at`: device clock, ms. */
  meter?: {
    readonly at: number;
    readonly secondsLeft?: number | undefined;
    readonly freeSecondsLeft: number;
    readonly seconds: number;
    /** `seconds` in ms, for a clock on the screen. */
    readonly ms?: number;
    readonly gems: number;
    readonly metering: boolean;
  };
  /** Deadline (server clock, ms) of the pause in which the caller buys gems; 0 or absent when the call is not paused. */
  waitUntil?: number;
  reason: CallReason | '';
  rejectType: RejectType;
  receipt?: CallReceipt;
};

/**
 * The random match, present while a tab waits for one: its filter and the hub's proposal. `since`: device clock, ms. `waiting`: ms that
 * the user has waited, by the hub's last answer.
 */
export type MatchRow = {
  key: 'match';
  tabId: string;
  /** The filter that the user chose, so that the next core waits for the same. Absent in a row of an older build. */
  filter?: MatchFilter;
  since: number;
  waiting: number;
  proposal?: {
    readonly id: string;
    readonly peer: Peer & { readonly country: string; readonly lang: string };
    readonly price: number;
    readonly freeSeconds: number;
    /** Time at which the proposal expires, device clock, ms. */
    readonly until: number;
    readonly said: '' | 'yes' | 'skip';
  };
};

/** A host's request that this user calls them, until `until` (device clock, ms). */
export type CallbackRow = { key: 'callback'; id: string; peer: Peer; price: number; until: number };

/** A callback request that this host sent, and its outcome. */
export type CallbackRequestRow = {
  key: 'wish';
  id: string;
  peer: { readonly uid: number; readonly nickName: string };
  /** Empty until there is an outcome. `at`: when the request was sent, then when its outcome arrived (device clock, ms). */
  outcome: '' | 'busy' | 'Gems insufficient' | 'timeOut';
  at: number;
};

/** The remaining allowances (product 3.8): first call, free call of paying users, silver call. Durations in seconds. */
export type AllowancesRow = {
  key: 'allowances';
  first: { readonly total: number; readonly remaining: number; readonly seconds: number };
  free: {
    readonly times: number;
    readonly seconds: number;
    readonly rechargeReminderSeconds: number;
    readonly matchToFlashSeconds: number;
    /** Paid seconds before which a call that ends costs nothing; absent in rows of older builds. */
    readonly fairStartSeconds?: number;
  };
  /** `times`: free calls; `paid`: further calls at `price` silver each. `paid` and `price` are absent in rows of older builds. */
  silver: { readonly times: number; readonly seconds: number; readonly price?: number; readonly paid?: number };
};

/** A WebRTC signal of the peer, until the page that owns the media has applied it; signals are applied in the order of `id`. */
export type CallSignalRow = { id?: number; sid: string; signal: Signal };

/**
 * Record of a video call, written at its end and by the hub's receipt (product 3.6). `vid` is the sid, or the client's own id of a call
 * that got no sid.
 */
export type VideoCallRow = {
  vid: string;
  caller: string;
  callee: string;
  startTime: number;
  linkedJid: string;
  connectingTime: number;
  endTime: number;
  reason: CallReason;
  rejectType: RejectType;
  kind: CallKind;
  direction: 'out' | 'in';
  nickName: string;
  /** Connected seconds; `freeSeconds` of them were free. */
  seconds: number;
  freeSeconds: number;
  price: number;
  gems: number;
  /** Silver that was paid; absent when none was. */
  silver?: number;
  /** True when the call cost nothing because it ended in its fair start. */
  fairStart?: boolean;
  /** True until the server reports the cost of a connected call. `seconds` and `gems` are from the last heartbeat until then. */
  isUnsettled?: boolean;
  /** False for a missed call until the user has seen it in the list. */
  seen: boolean;
  stars: number;
};
