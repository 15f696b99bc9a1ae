import { CALL_STATUS } from '#contract/calls/calls.ts';
import { ENDINGS } from './endings.ts';
import type { Call, CallEffect, CallEvent } from './machine.ts';

/**
 * Returns the effects that record an incoming call whose check failed (product 8.2); the hub's own record, fetched then, replaces it. If
 * another device answered, the record is only fetched.
 */
export function effectsOfFailedCheck({
  at,
  id,
  sid,
  peer,
  refusal,
}: Extract<CallEvent, { readonly type: 'check-failed' }>): readonly CallEffect[] {
  // Another device of this account answered.
  if (refusal === 'answered') return [{ type: 'fetch-records' }];
  const call: Call = { ...initialCall(id, 'in', peer), ...ENDINGS.checkFailed, sid, startTime: at, endTime: at };
  return [{ type: 'record', call }, { type: 'fetch-records' }];
}

/** Returns a new call in status INITIAL, for an outgoing or incoming call. */
export const initialCall = (id: string, direction: Call['direction'], peer: Call['peer']): Call => ({
  id,
  sid: '',
  status: CALL_STATUS.INITIAL,
  direction,
  kind: 'paid',
  peer,
  price: 0,
  freeSeconds: 0,
  startTime: 0,
  connectingTime: 0,
  endTime: 0,
  answered: false,
  ownerTab: '',
  rejoinUntil: 0,
  generation: 0,
  peerAway: false,
  reason: '',
  rejectType: '',
});
