import type { HubAction, HubRequest } from '../../../contract/calls/hub.ts';
import { unreachable } from '../../../contract/result.ts';
import type { Answered, PartyTurn } from '../turn.ts';
import { cancelCall, finishCall } from './ending.ts';
import { payOn, takeBeat } from './metering.ts';
import { checkCall, rejoinCall, seePicture, takeCall } from './negotiation.ts';

/** What one of the two asks about a call that there is. */
const PARTY_ACTIONS = [
  ...(['CallCheck', 'CallReady', 'CallAccept', 'WebRTCContent', 'SessionSuccess', 'SessionHeartbeat'] as const),
  ...(['CallCancel', 'SessionTerminate', 'SessionFail', 'MatchToFlash'] as const),
] as const satisfies readonly HubAction[];
type PartyAction = (typeof PARTY_ACTIONS)[number];
export type PartyRequest = Extract<HubRequest, { readonly name: PartyAction }>;

export const isPartyRequest = (request: HubRequest): request is PartyRequest =>
  PARTY_ACTIONS.some((name) => name === request.name);

/** These are answered for an ended call too, with how it ended. */
const AFTER_THE_END: ReadonlySet<string> = new Set<PartyAction>(['CallCancel', 'SessionTerminate', 'SessionFail']);
export const isForEnded = ({ name }: PartyRequest) => AFTER_THE_END.has(name);

const terminate = finishCall('SessionTerminate');
const giveUp = finishCall('SessionFail');

/** Negotiation only passes through (`passSignal`). */
export type StepRequest = Exclude<PartyRequest, { readonly name: 'WebRTCContent' }>;

export function act(turn: PartyTurn, request: StepRequest): Promise<Answered<object>> {
  switch (request.name) {
    case 'CallCheck':
      return checkCall(turn);
    case 'CallReady':
      return takeCall(turn);
    case 'CallAccept':
      return rejoinCall(turn);
    case 'SessionSuccess':
      return seePicture(turn);
    case 'SessionHeartbeat':
      return takeBeat(turn, request.data);
    case 'CallCancel':
      return cancelCall(turn);
    case 'SessionTerminate':
      return terminate(turn, request.data);
    case 'SessionFail':
      return giveUp(turn, request.data);
    case 'MatchToFlash':
      return payOn(turn);
    default:
      return unreachable(request);
  }
}
