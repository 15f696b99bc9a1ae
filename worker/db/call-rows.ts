import type { CallKind, CallReason, CallStatus, Receipt, RejectType, Signal } from '#contract/calls/calls.ts';

type Peer = {
  readonly uid: number;
  readonly jid: string;
  readonly nickName: string;
  /** Empty where it is not known yet. */
  readonly avatarUrl: string;
};

/** The one call of this browser profile (product 4.1). It stays after its end until somebody has seen the receipt. */
export type CallRow = {
  key: 'call';
  /** Ours, 21 characters: the call is known by it before the hub gave a sid. */
  id: string;
  /** Empty until the hub gave one. */
  sid: string;
  status: CallStatus;
  direction: 'out' | 'in';
  kind: CallKind;
  peer: Peer;
  /** Gems per started minute; 0 until the hub said so. */
  price: number;
  /** Allowed at the start. */
  freeSeconds: number;
  /** Server clock, ms; 0: not yet. */
  startTime: number;
  connectingTime: number;
  endTime: number;
  /** The peer answered: relay servers are there, the negotiation runs. */
  answered: boolean;
  /** Which tab has the media; empty while it rings here. */
  ownerTab: string;
  /** The owner reloaded or died: until then (device clock, ms) a tab may rejoin. 0: it is there. */
  rejoinUntil: number;
  /** The current peer connection's. */
  generation: number;
  peerAway: boolean;
  /** The heartbeat's last word. `at` is the device's clock, ms. */
  meter?: {
    readonly at: number;
    readonly secondsLeft?: number | undefined;
    readonly freeSecondsLeft: number;
    readonly seconds: number;
    /** And so many ms. */
    readonly ms?: number;
    readonly gems: number;
    readonly metering: boolean;
  };
  reason: CallReason | '';
  rejectType: RejectType;
  receipt?: Receipt;
};

/** Random match, while some tab waits. */
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

/** An anchor asks to be called back. */
export type CallbackRow = { key: 'callback'; id: string; peer: Peer; price: number; until: number };

/** An anchor asked somebody to call back, and what came of it. */
export type WishRow = {
  key: 'wish';
  id: string;
  peer: { readonly uid: number; readonly nickName: string };
  /** Empty while they have not said anything. `at` is then the device's clock, ms. */
  outcome: '' | 'busy' | 'Gems insufficient' | 'timeOut';
  at: number;
};

/** What the allowances hold (product 3.8): first call, paid-user free call, silver call. Durations in seconds. */
export type AllowancesRow = {
  key: 'allowances';
  first: { readonly total: number; readonly remaining: number; readonly seconds: number };
  free: {
    readonly times: number;
    readonly seconds: number;
    readonly rechargeReminderSeconds: number;
    readonly matchToFlashSeconds: number;
  };
  silver: { readonly times: number; readonly seconds: number };
};

/** Negotiation on its way to the page that owns the media, in the order of `id`. */
export type CallSignalRow = { id?: number; sid: string; signal: Signal };

/** Video call record, with what is set at its end (product 3.6). `vid` is the sid. */
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
  /** Connected seconds, and of them free. */
  seconds: number;
  freeSeconds: number;
  price: number;
  gems: number;
  /** A missed call that the user has seen in the list. */
  seen: boolean;
  stars: number;
};
