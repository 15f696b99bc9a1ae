import { CALL_ERRORS, CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import type { HubRefusal } from '#contract/calls/hub.ts';
import type { AppError } from '#contract/result.ts';
import type { Call, CallEffect, CallStep, Ending, Refused } from './machine.ts';

type LiveCall = Call & { readonly status: 0 | 1 | 2 | 5 };

/** Whether a call is under way: until it has ended there is no other one (product 4.1). */
export const isLive = (call: Call | undefined): call is LiveCall => call !== undefined && !isOver(call.status);

const failed = (reason: Ending['reason'], rejectType: Ending['rejectType'] = ''): Ending => ({
  status: CALL_STATUS.FAILED,
  reason,
  rejectType,
});
const over = (reason: Ending['reason'], rejectType: Ending['rejectType'] = ''): Ending => ({
  status: CALL_STATUS.DISCONNECTED,
  reason,
  rejectType,
});

/** How each way to end is called (product 8.2). */
export const ENDINGS = {
  timeOut: failed('timeOut', 'on_call_timeout'),
  checkFailed: failed('callInSessionFail'),
  invitation: failed('invitationError'),
  cancelled: failed('cancel', 'on_call_cancel'),
  sessionFail: failed('SessionFail'),
  nonExistent: failed('sidNonExistent'),
  heartbeatLost: failed('heartbeatLost'),
  hungUp: over('hangUp'),
  declined: over('decline', 'on_call_refuse'),
  elsewhere: over('answeredElsewhere'),
  ownerGone: over('ownerGone'),
} as const satisfies Record<string, Ending>;

export const failure = failed;
export const goodbye = over;

const REQUEST_REFUSALS: Partial<Record<HubRefusal, Ending>> = {
  'gems-insufficient': failed('Gems insufficient', 'on_call_insuffic'),
  busy: failed('busy', 'on_call_busy'),
  offline: failed('offline', 'on_call_offline'),
  blocked: failed('blocked', 'on_call_blocked'),
  'no-allowance': failed('noAllowance'),
};

/** Any other error of a session request is 'sendSession Unknown error' (product 8.2). */
export const endingOfRequest = (refusal: Refused): Ending =>
  (refusal && REQUEST_REFUSALS[refusal]) ?? failed('sendSession Unknown error');

/** The same refusals where no call was begun: for the page that asked. */
export function errorOfRefusal(refusal: Refused): AppError {
  switch (refusal) {
    case 'one-call':
      return { code: 'call', detail: CALL_ERRORS.one };
    case 'rate':
      return { code: 'rate-limited', retryAfterMs: 0 };
    case 'closed':
    case 'not-anchor':
    case 'self':
      return { code: 'forbidden' };
    default:
      return { code: 'call', detail: (refusal && REQUEST_REFUSALS[refusal]?.reason) ?? 'SessionFail' };
  }
}

/** A hub that does not know the call, or holds it for over, has the last word; anything else may pass. */
export const isGone = (refusal: Refused): boolean => refusal === 'sid-non-existent';

/** Ends a call: everything that belongs to it stops, and the record is saved (product 4.1). */
export function end(call: Call, at: number, ending: Ending, told: readonly CallEffect[] = []): CallStep {
  const ended: Call = { ...call, ...ending, endTime: at, rejoinUntil: 0, peerAway: false };
  const account: CallEffect[] = call.connectingTime > 0 ? [{ type: 'refresh-account' }] : [];
  return [ended, [{ type: 'stop' }, ...told, { type: 'record', call: ended }, ...account]];
}

/** Tells the hub why, where it knows of the call at all. */
export function tellEnd(call: Call, name: 'SessionTerminate' | 'SessionFail', ending: Ending): readonly CallEffect[] {
  if (call.sid === '') return [];
  const { reason, rejectType } = ending;
  return [{ type: 'tell', request: { name, sid: call.sid, data: { reason, rejectType } } }];
}
