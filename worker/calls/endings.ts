import { CALL_ERRORS, CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import type { HubRefusal } from '#contract/calls/hub.ts';
import type { AppError } from '#contract/result.ts';
import type { Call, CallEffect, CallStep, Ending, Refused } from './machine.ts';

type LiveCall = Call & { readonly status: 0 | 1 | 2 | 5 };

/** Returns whether a call is active (neither ended nor failed). Another one may start only after it has ended (product 4.1). */
export const isLive = (call: Call | undefined): call is LiveCall => call !== undefined && !isOver(call.status);

const failed = (reason: Ending['reason'], rejectType: Ending['rejectType'] = ''): Ending => ({
  status: CALL_STATUS.FAILED,
  reason,
  rejectType,
});
/** Returns the ending of a call in state DISCONNECTED with a reason. */
export const disconnectedWith = (reason: Ending['reason'], rejectType: Ending['rejectType'] = ''): Ending => ({
  status: CALL_STATUS.DISCONNECTED,
  reason,
  rejectType,
});

/** Endings of a call by cause: final status and reason (product 8.2). */
export const ENDINGS = {
  timeOut: failed('timeOut', 'on_call_timeout'),
  checkFailed: failed('callInSessionFail'),
  invitation: failed('invitationError'),
  cancelled: failed('cancel', 'on_call_cancel'),
  sessionFail: failed('SessionFail'),
  nonExistent: failed('sidNonExistent'),
  heartbeatLost: failed('heartbeatLost'),
  hungUp: disconnectedWith('hangUp'),
  declined: disconnectedWith('decline', 'on_call_refuse'),
  elsewhere: disconnectedWith('answeredElsewhere'),
  ownerGone: disconnectedWith('ownerGone'),
} as const satisfies Record<string, Ending>;

/** Returns the ending of a call in state FAILED with a reason. */
export const failedWith = failed;

const REQUEST_REFUSALS: Partial<Record<HubRefusal, Ending>> = {
  'gems-insufficient': failed('Gems insufficient', 'on_call_insuffic'),
  'spend-limit': failed('spendLimit'),
  locked: failed('moneyLocked'),
  'one-call': failed(CALL_ERRORS.one),
  'price-changed': failed('priceChanged'),
  'silver-insufficient': failed('silverInsufficient'),
  busy: failed('busy', 'on_call_busy'),
  offline: failed('offline', 'on_call_offline'),
  blocked: failed('blocked', 'on_call_blocked'),
  'no-allowance': failed('noAllowance'),
  'not-taking': failed('notTaking'),
};

/** Returns the ending of a call whose session request the hub refused. Any other error is 'sendSession Unknown error' (product 8.2). */
export const endingOfRequest = (refusal: Refused): Ending =>
  (refusal && REQUEST_REFUSALS[refusal]) ?? failed('sendSession Unknown error');

/**
 * Returns the error for the page when the hub refused a request that starts no call: for a match, for a callback, or to turn a match call
 * into a paid one.
 */
export function errorOfRefusal(refusal: Refused, newPrice?: number): AppError {
  switch (refusal) {
    case 'price-changed':
      return { code: 'price-changed', ...(newPrice !== undefined && { price: newPrice }) };
    case 'age':
      return { code: 'age' };
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

/** Returns whether the hub's refusal is final, because it does not know the call or has ended it. Other refusals may be temporary. */
export const isFinalRefusal = (refusal: Refused): boolean => refusal === 'sid-non-existent';

/**
 * Returns the step that ends a call (product 4.1): stops everything that belongs to it, performs `reports`, saves its record, and
 * refreshes the balance if it was connected.
 */
export function end(call: Call, at: number, ending: Ending, reports: readonly CallEffect[] = []): CallStep {
  const ended: Call = { ...call, ...ending, endTime: at, rejoinUntil: 0, peerAway: false };
  const account: CallEffect[] = call.connectingTime > 0 ? [{ type: 'refresh-account' }] : [];
  return [ended, [{ type: 'stop' }, ...reports, { type: 'record', call: ended }, ...account]];
}

/** Returns the effect that reports the end of a call and its reason to the hub; none when the call has no sid yet. */
export function reportEnd(call: Call, name: 'SessionTerminate' | 'SessionFail', ending: Ending): readonly CallEffect[] {
  if (call.sid === '') return [];
  const { reason, rejectType } = ending;
  return [{ type: 'tell', request: { name, sid: call.sid, data: { reason, rejectType } } }];
}
