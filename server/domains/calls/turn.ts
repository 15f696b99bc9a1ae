import type { CallReason, RejectType } from '../../../contract/calls/calls.ts';
import type { HubEvent, HubRefusal, PriceChanged } from '../../../contract/calls/hub.ts';
import type { Result } from '../../../contract/result.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Site } from '../account/site/site.ts';
import type { Call, SideName } from './call.ts';
import type { RelaySettings } from './relays.ts';

/** Settings shared by all calls of a server. */
export type CallSettings = {
  readonly domain: string;
  readonly relays: RelaySettings;
  /** What the operator allows. */
  readonly site: Site;
  /** Since when this process has received from clients. Silence before that time is not counted against them. */
  aliveSince(): number;
};

/** An event and the address it goes to, sent when the transaction has committed. */
export type OutboundEvent = { readonly to: string; readonly event: HubEvent };

/** One step of a call: its row is locked, the time is fixed, and events are collected. */
export type Turn = {
  readonly tx: Transaction;
  readonly settings: CallSettings;
  readonly call: Call;
  readonly now: number;
  readonly outboundEvents: OutboundEvent[];
};

/** A step that one of the two asked for; `from` is the full address of the device. */
export type PartyTurn = Turn & { readonly side: SideName; readonly from: string };

/** A value, or the refusal that the client reads. */
export type Answered<T> = Result<T, HubRefusal | PriceChanged>;

export type Ending = {
  readonly at: number;
  /** Ended by a deadline: missed beats or missing media. */
  readonly isByTime?: boolean;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
  readonly event: 'SessionTerminate' | 'SessionFail';
};
