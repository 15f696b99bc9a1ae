import type { CallKind, CallReason, CallStatus, Receipt, RejectType, Signal } from '#contract/calls/calls.ts';

type Peer = {
  readonly uid: number;
  readonly jid: string;
  readonly nickName: string;
  /** Empty when it is not known yet. */
  readonly avatarUrl: string;
};

/** The one call of this browser profile (product 4.1). It is kept after its end until the user has seen the receipt. */
export type CallRow = {
  key: 'call';
  /** The client's id, 21 characters: it names the call before the hub gave a sid. */
  id: string;
  /** Empty before the hub gave one. */
  sid: string;
  status: CallStatus;
  direction: 'out' | 'in';
  kind: CallKind;
  peer: Peer;
  /** Gems per started minute; 0 before the hub sent the price. */
  price: number;
  /** Free seconds at the start. */
  freeSeconds: number;
  /** What a silver call costs its caller; absent where it costs nothing. */
  silver?: number;
  /** Server clock, ms; 0: not started. */
  startTime: number;
  connectingTime: number;
  endTime: number;
  /** True once the peer answered: relay servers are known, and the negotiation runs. */
  answered: boolean;
  /** The tab that owns the media; empty while it rings here. */
  ownerTab: string;
  /** Until when (device clock, ms) a tab may rejoin after the owner reloaded or closed. 0: the owner is present. */
  rejoinUntil: number;
  /** The generation of the current peer connection. */
  generation: number;
  peerAway: boolean;
  /** True once the user turned their microphone or camera off in this call: no track or page that comes later turns it on by itself. */
  microphoneOff?: boolean;
  cameraOff?: boolean;
  /** The meter of the last heartbeat. `at` is the device's clock, ms. */
  meter?: {
    readonly at: number;
    readonly secondsLeft?: number | undefined;
    readonly freeSecondsLeft: number;
    readonly seconds: number;
    /** The same in ms. */
    readonly ms?: number;
    readonly gems: number;
    readonly metering: boolean;
  };
  /** Until when (server clock, ms) it waits for gems that are being bought; 0 or absent: it does not. */
  waitUntil?: number;
  reason: CallReason | '';
  rejectType: RejectType;
  receipt?: Receipt;
};

/** Random match, while a tab waits. */
export type MatchRow = {
  key: 'match';
  tabId: string;
  since: number;
  waiting: number;
  proposal?: {
    readonly id: string;
    readonly peer: Peer & { readonly country: string; readonly lang: string };
    readonly price: number;
    readonly freeSeconds: number;
    /** Device clock, ms. */
    readonly until: number;
    readonly said: '' | 'yes' | 'skip';
  };
};

/** An anchor's request to be called back. */
export type CallbackRow = { key: 'callback'; id: string; peer: Peer; price: number; until: number };

/** A callback request that this anchor sent, and its outcome. */
export type WishRow = {
  key: 'wish';
  id: string;
  peer: { readonly uid: number; readonly nickName: string };
  /** Empty without an answer. `at` is then the device's clock, ms. */
  outcome: '' | 'busy' | 'Gems insufficient' | 'timeOut';
  at: number;
};

/** The remaining allowances (product 3.8): first call, paid-user free call, silver call. Durations in seconds. */
export type AllowancesRow = {
  key: 'allowances';
  first: { readonly total: number; readonly remaining: number; readonly seconds: number };
  free: {
    readonly times: number;
    readonly seconds: number;
    readonly rechargeReminderSeconds: number;
    readonly matchToFlashSeconds: number;
  };
  /** `times`: free ones; `paid`: further ones, at `price` silver each. A row of before has neither. */
  silver: { readonly times: number; readonly seconds: number; readonly price?: number; readonly paid?: number };
};

/** A signal for the page that owns the media, in the order of `id`. */
export type CallSignalRow = { id?: number; sid: string; signal: Signal };

/** Video call record, with the values set at its end (product 3.6). `vid` is the sid. */
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
  /** Connected seconds, and how many of them were free. */
  seconds: number;
  freeSeconds: number;
  price: number;
  gems: number;
  /** Silver that was paid; absent where it was none. */
  silver?: number;
  /** True while the server has not said what a connected call cost: seconds and gems are then those of the last heartbeat. */
  isUnsettled?: boolean;
  /** True when the user has seen the missed call in the list. */
  seen: boolean;
  stars: number;
};
