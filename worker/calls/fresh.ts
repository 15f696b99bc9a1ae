import { CALL_STATUS } from '#contract/calls/calls.ts';
import { ENDINGS } from './endings.ts';
import type { Call, CallEffect, CallEvent } from './machine.ts';

/** The check of an incoming call failed (product 8.2). Whatever the hub's own record says of it afterwards is better known. */
export function neverRang({
  at,
  id,
  sid,
  peer,
  refusal,
}: Extract<CallEvent, { readonly type: 'check-failed' }>): readonly CallEffect[] {
  // Another device of ours took it.
  if (refusal === 'answered') return [{ type: 'fetch-records' }];
  const call: Call = { ...fresh(id, 'in', peer), ...ENDINGS.checkFailed, sid, startTime: at, endTime: at };
  return [{ type: 'record', call }, { type: 'fetch-records' }];
}

/** A call at its very start. */
export const fresh = (id: string, direction: Call['direction'], peer: Call['peer']): Call => ({
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
