import { wasMissed } from '#contract/calls/calls.ts';
import type { VideoCallRow } from '#db/schema.ts';

/** Label of an ended call in the call history and in conversations: missed, incoming, outgoing or unanswered. */
export type CallOutcome = 'missed' | 'in' | 'out' | 'unanswered';

/** Translation key of the label of each `CallOutcome`. It contains no icons. */
export const CALL_OUTCOME_KEYS = {
  missed: 'call:records.missed',
  in: 'call:records.in',
  out: 'call:records.out',
  unanswered: 'call:records.unanswered',
} as const satisfies Record<CallOutcome, string>;

/** Returns the label of an ended call. A call that the user declined or answered on another device is `in`, not `missed`. */
export function callOutcome({
  direction,
  connectingTime,
  reason,
}: Pick<VideoCallRow, 'direction' | 'connectingTime'> & { readonly reason: VideoCallRow['reason'] | '' }): CallOutcome {
  if (direction === 'out') return connectingTime > 0 || reason === '' ? 'out' : 'unanswered';
  return wasMissed({ direction, connectingTime, reason }) ? 'missed' : 'in';
}
