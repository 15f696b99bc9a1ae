import type { CallKind } from '#contract/calls/calls.ts';
import type { EventProperties } from '#contract/measure/events.ts';
import type { Call } from './machine.ts';

/** What is noted of a call that the hub was asked for, whatever it answered. */
export const attemptOf = (callee: number, kind: CallKind, source: string): EventProperties<'call_attempt'> => ({
  anchor_id: callee,
  call_type: kind,
  first_call: kind === 'first',
  paid_user_free_call: kind === 'paidUserFree',
  source,
  root: source,
});

/** What is noted of a call that has ended: how long both saw each other, in seconds. */
export const endedOf = ({ kind, reason, connectingTime, endTime }: Call): EventProperties<'call_end'> => ({
  kind,
  reason,
  '#duration': connectingTime === 0 ? 0 : Math.max(0, endTime - connectingTime) / 1_000,
});
