import type { AskedKind, CallKind, CallReason, CallReceipt, RelaySet, Signal } from '#contract/calls/calls.ts';
import type { HubEvent, HubRefusal, HubRequest } from '#contract/calls/hub.ts';
import type { CallTerms } from '#contract/calls/hub-shapes.ts';
import type { CallRow } from '../db/call-rows.ts';

/**
 * State of a call. The call machine (product 4.1) is pure: events carry times and ids, and all actions are returned
 * as effects.
 *
 * | status       | means                                      | leaves by                                                |
 * |--------------|--------------------------------------------|----------------------------------------------------------|
 * | INITIAL      | the session request was sent to the hub    | request-granted, request-refused, hung-up, failures      |
 * | CALLIN       | rings on this device                       | answered, declined, end by the hub, 60 s                 |
 * | CONNECTING   | rings at the peer, or both sides negotiate | media-connected, hung-up, failures, end by the hub, 60 s |
 * | CONNECTED    | the remote media stream arrived            | hung-up, failures, end by the hub, lost heartbeats       |
 * | DISCONNECTED | one side ended it                          | dismissed, the next call                                 |
 * | FAILED       | it could not start or continue             | dismissed, the next call                                 |
 */
export type Call = Omit<CallRow, 'key'>;
/** The other side of a call. */
export type Peer = Call['peer'];
type Meter = NonNullable<Call['meter']>;

/** Inputs of the call machine, from pages, hub, timers and media. `at`: server clock, ms; `deviceNow`: device clock, ms. */
export type CallEvent =
  | {
      readonly type: 'dialled';
      readonly at: number;
      readonly id: string;
      readonly tab: string;
      readonly peer: Peer;
      readonly kind: AskedKind | 'callback';
      readonly source: string;
      /** Id of the host's callback request that this call answers; empty for any other call. */
      readonly callback: string;
      readonly shown: CallTerms;
    }
  | { readonly type: 'answered'; readonly tab: string }
  | { readonly type: 'declined'; readonly at: number }
  | { readonly type: 'hung-up'; readonly at: number }
  | { readonly type: 'dismissed' }
  | { readonly type: 'rejoined'; readonly tab: string }
  | { readonly type: 'media-connected'; readonly at: number; readonly deviceNow: number; readonly tab: string }
  | {
      readonly type: 'media-failed';
      readonly at: number;
      readonly tab: string;
      readonly reason: 'sdp fail' | 'mediaFail' | 'mediaDenied' | 'noCodec';
    }
  | {
      readonly type: 'media-switched';
      readonly tab: string;
      readonly microphoneOff: boolean;
      readonly cameraOff: boolean;
      readonly revealed?: boolean | undefined;
    }
  | { readonly type: 'owner-gone'; readonly deviceNow: number; readonly tab: string }
  | { readonly type: 'setup-due' | 'owner-due'; readonly at: number; readonly id: string }
  /** `upSince`: when the stream came up (device clock, ms); 0 without a stream. */
  | { readonly type: 'beat-due'; readonly at: number; readonly deviceNow: number; readonly upSince: number }
  | {
      readonly type: 'request-granted';
      readonly id: string;
      readonly sid: string;
      readonly kind: CallKind;
      readonly price: number;
      readonly freeSeconds: number;
      readonly startTime: number;
      readonly silver?: number | undefined;
    }
  | {
      readonly type: 'request-refused';
      readonly at: number;
      readonly id: string;
      readonly refusal: Refused;
      /** The host's current price, gems per started minute; only with the refusal `price-changed`. */
      readonly newPrice?: number;
    }
  | { readonly type: 'invitation-refused'; readonly at: number; readonly sid: string }
  /** A live chat message of type 10 arrived. It is not trusted until the hub has confirmed the call. */
  | { readonly type: 'invited'; readonly sid: string; readonly peer: Peer }
  | {
      readonly type: 'check-passed';
      readonly id: string;
      readonly sid: string;
      readonly peer: Peer;
      readonly kind: CallKind;
      readonly price: number;
      readonly freeSeconds: number;
      readonly startTime: number;
    }
  | {
      readonly type: 'check-failed';
      readonly at: number;
      readonly id: string;
      readonly sid: string;
      readonly peer: Peer;
      readonly refusal: Refused;
    }
  | { readonly type: 'ready-granted'; readonly sid: string }
  | { readonly type: 'ready-refused'; readonly at: number; readonly sid: string; readonly refusal: Refused }
  | { readonly type: 'accept-granted'; readonly sid: string; readonly generation: number }
  | { readonly type: 'accept-refused'; readonly at: number; readonly sid: string; readonly refusal: Refused }
  | {
      readonly type: 'beat-answered';
      readonly sid: string;
      readonly meter: Meter & { readonly waitUntil?: number | undefined };
    }
  | { readonly type: 'beat-refused'; readonly at: number; readonly sid: string; readonly refusal: Refused }
  | { readonly type: 'agreed'; readonly call: Call }
  | { readonly type: 'price-changed'; readonly sid: string; readonly price: number }
  | { readonly type: 'receipt'; readonly receipt: CallReceipt }
  /** A stream is up. `resumed`: no stanza was lost, and the JID is unchanged. */
  | { readonly type: 'stream-up'; readonly resumed: boolean }
  /** An event that the hub pushed. Its sender was verified before (`readEvent`). */
  | {
      readonly type: 'hub';
      readonly at: number;
      readonly deviceNow: number;
      readonly event: HubEvent;
      readonly ownResource: string;
    };

/** The hub's refusal; undefined without a response, or with one that this build does not know. */
export type Refused = HubRefusal | undefined;

/** Outputs of the call machine, which the effects runner performs. */
export type CallEffect =
  | {
      readonly type: 'request';
      readonly id: string;
      readonly callee: number;
      readonly kind: AskedKind | 'callback';
      readonly source: string;
      readonly callback: string;
      readonly shown: CallTerms;
    }
  | { readonly type: 'invite'; readonly sid: string; readonly peer: Peer; readonly startTime: number }
  | { readonly type: 'check'; readonly sid: string; readonly peer: Peer }
  | { readonly type: 'ready' | 'accept' | 'heartbeat'; readonly sid: string }
  /** A heartbeat, followed by a request for new TURN credentials if the current ones expire before the gems run out. */
  | { readonly type: 'lengthen'; readonly sid: string }
  /** Sends a request whose response changes no state. At the end of a call, the response has the receipt. */
  | { readonly type: 'tell'; readonly request: HubRequest }
  | { readonly type: 'schedule'; readonly what: 'setup-due' | 'owner-due'; readonly ms: number; readonly id: string }
  | { readonly type: 'unschedule'; readonly what: 'setup-due' | 'owner-due' }
  | { readonly type: 'beat' }
  | { readonly type: 'relays'; readonly relays: RelaySet }
  | { readonly type: 'signal'; readonly sid: string; readonly signal: Signal }
  /** Stops timers, heartbeats and negotiation of the call and discards its TURN servers. */
  | { readonly type: 'stop' }
  | { readonly type: 'record'; readonly call: Call }
  | { readonly type: 'settle'; readonly receipt: CallReceipt }
  /** Fetches records, because the hub has the record of a call that is not stored on this device. */
  | { readonly type: 'fetch-records' }
  | { readonly type: 'refresh-account' };

/** Result of a step of the call machine: the next state and the effects to perform. */
export type CallStep = readonly [Call | undefined, readonly CallEffect[]];
/** Final status and reason of a call, shown to the user and stored in its record. */
export type Ending = Pick<Call, 'status' | 'rejectType'> & { readonly reason: CallReason };
