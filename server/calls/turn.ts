import type { CallReason, RejectType } from '../../contract/calls/calls.ts';
import type { HubEvent, HubRefusal } from '../../contract/calls/hub.ts';
import type { Result } from '../../contract/result.ts';
import type { Site } from '../account/site/site.ts';
import type { Transaction } from '../database/connect.ts';
import type { Call, SideName } from './call.ts';
import type { RelaySettings } from './relays.ts';

/** What the calls of a server have in common. */
export type CallSettings = {
  readonly domain: string;
  readonly relays: RelaySettings;
  /** What the operator allows. */
  readonly site: Site;
  /** Since when this process has heard the clients: what they said before, while nobody listened, is forgiven. */
  aliveSince(): number;
};

/** An event and the address it goes to, sent when the transaction has committed. */
export type Told = { readonly to: string; readonly event: HubEvent };

/** One step of a call: its row is held, the time is given, and what is to be said is gathered. */
export type Turn = {
  readonly tx: Transaction;
  readonly settings: CallSettings;
  readonly call: Call;
  readonly now: number;
  readonly told: Told[];
};

/** A step that one of the two asked for; `from` is the full address of the device. */
export type PartyTurn = Turn & { readonly side: SideName; readonly from: string };

/** Refused: why, as the client reads it. */
export type Answered<T> = Result<T, HubRefusal>;

export type Ending = {
  readonly at: number;
  /** Time alone ended it: nobody spoke, or no media came. */
  readonly isByTime?: boolean;
  readonly reason: CallReason;
  readonly rejectType: RejectType;
  readonly event: 'SessionTerminate' | 'SessionFail';
};
