import type { HubAction, HubRequest } from '../../../../contract/calls/hub.ts';
import { unreachable } from '../../../../contract/result.ts';
import type { Answered, PartyContext } from '../call-context.ts';
import { cancelCall, finishCall } from './ending.ts';
import { convertToPaid, recordHeartbeat } from './metering.ts';
import { answerCall, checkCall, confirmMedia, rejoinCall } from './negotiation.ts';

/** Actions of one side on an existing call. */
const PARTY_ACTIONS = [
  ...(['CallCheck', 'CallReady', 'CallAccept', 'WebRTCContent', 'SessionSuccess', 'SessionHeartbeat'] as const),
  ...(['CallCancel', 'SessionTerminate', 'SessionFail', 'MatchToFlash'] as const),
] as const satisfies readonly HubAction[];
type PartyAction = (typeof PARTY_ACTIONS)[number];
/** A hub request of one side about an existing call, which it names by sid. */
export type PartyRequest = Extract<HubRequest, { readonly name: PartyAction }>;

/** Whether a hub request is about an existing call; the hub passes it to `Calls.perform`. */
export const isPartyRequest = (request: HubRequest): request is PartyRequest =>
  PARTY_ACTIONS.some((name) => name === request.name);

/** Actions that are also answered for an ended call. */
const AFTER_THE_END: ReadonlySet<string> = new Set<PartyAction>(['CallCancel', 'SessionTerminate', 'SessionFail']);
/**
 * Whether the action is also answered after the call has ended (CallCancel, SessionTerminate, SessionFail); others get
 * `sid-non-existent`.
 */
export const isForEnded = ({ name }: PartyRequest) => AFTER_THE_END.has(name);

const terminate = finishCall('SessionTerminate');
const giveUp = finishCall('SessionFail');

/** Requests about an existing call that may lock it: all but WebRTCContent, which `passSignal` relays without a lock. */
export type StepRequest = Exclude<PartyRequest, { readonly name: 'WebRTCContent' }>;

/** Performs an action on a call whose row is locked and that is advanced. */
export function act(context: PartyContext, request: StepRequest): Promise<Answered<object>> {
  switch (request.name) {
    case 'CallCheck':
      return checkCall(context);
    case 'CallReady':
      return answerCall(context);
    case 'CallAccept':
      return rejoinCall(context);
    case 'SessionSuccess':
      return confirmMedia(context);
    case 'SessionHeartbeat':
      return recordHeartbeat(context, request.data);
    case 'CallCancel':
      return cancelCall(context);
    case 'SessionTerminate':
      return terminate(context, request.data);
    case 'SessionFail':
      return giveUp(context, request.data);
    case 'MatchToFlash':
      return convertToPaid(context, request.data);
    default:
      return unreachable(request);
  }
}
