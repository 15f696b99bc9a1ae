import type { CallReason, RejectType } from '../../../contract/calls/calls.ts';
import type { HubEvent, HubRefusal, PriceChanged } from '../../../contract/calls/hub.ts';
import type { Result } from '../../../contract/result.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Site } from '../account/site/site.ts';
import type { Call, SideName } from './call.ts';
import type { RelaySettings } from './relays.ts';

/**
 * Settings of all calls in a process, made by the hub: the XMPP domain, the relay servers, the operator's settings, and since when the
 * process has received from clients.
 */
export type CallSettings = {
  readonly domain: string;
  readonly relays: RelaySettings;
  /** The operator's settings. */
  readonly site: Site;
  /** Since when (ms) this process has received from clients. Silence before that time is not counted against them. */
  aliveSince(): number;
};

/** A hub event and the JID it goes to. Events are collected during a transaction and sent after its commit. */
export type OutboundEvent = { readonly to: string; readonly event: HubEvent };

/**
 * The context of one transaction on a call, which `step` (calls.ts) makes and every action gets: the call with its row locked, the time
 * in ms, the settings, and the events to send after the commit.
 */
export type CallContext = {
  readonly tx: Transaction;
  readonly settings: CallSettings;
  readonly call: Call;
  readonly now: number;
  readonly outboundEvents: OutboundEvent[];
};

/** The call context of an action that one side requested, with that side and the full JID of its device (`from`). */
export type PartyContext = CallContext & { readonly side: SideName; readonly from: string };

/** The answer to a hub request: a value, or the refusal that the client receives. */
export type Answered<T> = Result<T, HubRefusal | PriceChanged>;

/**
 * Reasons that only the server may give for the end of a call; from a client they are replaced by `unknown reason` (`actions/ending.ts`).
 * The server also gives some that clients give too: `timeOut` and `mediaFail`.
 */
export const SERVER_REASONS = [
  'gemsOut',
  'spendLimit',
  'moneyLocked',
  'priceChanged',
  'freeTimeOver',
  'bookedTimeOver',
  'heartbeatLost',
  'revoked',
  'contentCheck',
] as const satisfies readonly CallReason[];
/** Reason for the end of a call that only the server may give, one of `SERVER_REASONS`. */
export type ServerReason = (typeof SERVER_REASONS)[number];

/**
 * The end of a call, as `endCall` gets it: when (ms since the epoch), the reason and rejection, the event that clients receive, and whether
 * a deadline ended it.
 */
export type Ending = {
  readonly at: number;
  /** The side that ended the call, or whose silence or loss of media did; absent when it ended otherwise. */
  readonly by?: SideName;
  /** Ended by a deadline: missed beats or missing media. */
  readonly isByTime?: boolean;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
  readonly event: 'SessionTerminate' | 'SessionFail';
};
