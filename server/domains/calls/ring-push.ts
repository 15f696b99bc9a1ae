import { wasMissed } from '../../../contract/calls/calls.ts';
import { CALL_SETUP_TIMEOUT_MS } from '../../../contract/calls/rules.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { endRing, enqueuePushes } from '../push/queue/enqueue.ts';
import type { Call } from './call.ts';

const aboutCaller = ({ sid, caller }: Call) => ({ sid, uid: caller.uid, tid: tidOfUid(caller.uid) });

/** Queues the push of an incoming call to the callee, until the setup timeout. Called when a call that rings is created. */
export function pushRing(db: Pick<Queries, 'execute'>, call: Call): Promise<void> {
  const { sid, callee, startTime: at } = call;
  const until = at + CALL_SETUP_TIMEOUT_MS;
  return enqueuePushes(db, [{ uid: callee.uid, kind: 'call', id: sid, at, until, about: aboutCaller(call) }]);
}

/**
 * Called when a call ends: stops its push ringing and, if the callee missed the call (`wasMissed`), counts the ring of a host whose app is
 * closed as unanswered and pushes a missed call. Does nothing for a match call, which is answered from the start and never rings.
 */
export async function endRingPush(db: Pick<Queries, 'execute'>, call: Call): Promise<void> {
  const { sid, kind, callee, connectingTime, reason, endTime } = call;
  if (kind === 'match') return;
  const isMissed = wasMissed({ direction: 'in', connectingTime, reason });
  await endRing(db, callee.uid, sid, isMissed);
  if (!isMissed) return;
  await enqueuePushes(db, [{ uid: callee.uid, kind: 'missed', id: sid, at: endTime, about: aboutCaller(call) }]);
}
