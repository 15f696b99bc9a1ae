import type { EventProperties } from '#contract/analytics/events.ts';
import type { CallKind } from '#contract/calls/calls.ts';
import type { Call } from './machine.ts';

/** Returns the part of the app from which a call came: the first word of its source, `story` of `story.evening.3`. */
export const rootOf = (source: string): string => source.split('.', 1)[0] ?? source;

/** Returns the properties of the analytics event for an attempt to call, whatever the hub responded. */
export const attemptOf = (callee: number, kind: CallKind, source: string): EventProperties<'call_attempt'> => ({
  anchor_id: callee,
  call_type: kind,
  first_call: kind === 'first',
  paid_user_free_call: kind === 'paidUserFree',
  source,
  root: rootOf(source),
});

/** Returns the properties of the analytics event for an ended call. `#duration`: connected time, seconds. */
export const endedOf = ({ kind, reason, connectingTime, endTime }: Call): EventProperties<'call_end'> => ({
  kind,
  reason,
  '#duration': connectingTime === 0 ? 0 : Math.max(0, endTime - connectingTime) / 1_000,
});
