import type { CallReason, RejectType } from '../../../contract/calls/calls.ts';
import type { HubEvent, HubRefusal, PriceChanged } from '../../../contract/calls/hub.ts';
import type { Result } from '../../../contract/result.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Site } from '../account/site/site.ts';
import type { Call, SideName } from './call.ts';
import type { RelaySettings } from './relays.ts';

/** Settings of all calls in a process, made by the hub. */
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
 * The context of one transaction on a call, which `step` (calls.ts) makes: its row is locked, the time is fixed, and events are
 * collected.
 */
export type CallContext = {
  readonly tx: Transaction;
  readonly settings: CallSettings;
  readonly call: Call;
  readonly now: number;
  readonly outboundEvents: OutboundEvent[];
};

/** The call context of an action that one side requested; `from` is the full JID of its device. */
export type PartyTurn = CallContext & { readonly side: SideName; readonly from: string };

/** The answer to a hub request: a value, or the refusal that the client receives. */
export type Answered<T> = Result<T, HubRefusal | PriceChanged>;

/** When (`at`, ms since the epoch) and why `endCall` ends a call. */
export type Ending = {
  readonly at: number;
  /** Ended by a deadline: missed beats or missing media. */
  readonly isByTime?: boolean;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
  readonly event: 'SessionTerminate' | 'SessionFail';
};
