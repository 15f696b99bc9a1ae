import { wasMissed } from '../../contract/calls/calls.ts';
import { CALL_SETUP_TIMEOUT_MS } from '../../contract/calls/rules.ts';
import { tidOfUid } from '../../contract/ids.ts';
import { countRing, stopRinging, tellAway } from '../away/telling/tell.ts';
import type { Queries } from '../database/connect.ts';
import type { Call } from './call.ts';

const aboutCaller = ({ sid, caller }: Call) => ({ sid, uid: caller.uid, tid: tidOfUid(caller.uid) });

/** Rings for somebody whose app is closed or out of sight. */
export async function ringAway(db: Pick<Queries, 'execute'>, call: Call): Promise<void> {
  const { sid, callee, startTime } = call;
  const until = startTime + CALL_SETUP_TIMEOUT_MS;
  await tellAway(db, [{ uid: callee.uid, kind: 'call', id: sid, at: startTime, until, about: aboutCaller(call) }]);
}

/** A call is over: nobody is rung for it any more, and who missed it hears of that. */
export async function endAway(db: Pick<Queries, 'execute'>, call: Call): Promise<void> {
  const { sid, kind, callee, connectingTime, reason, endTime } = call;
  // A match begins answered: it rings for nobody.
  if (kind === 'match') return;
  await stopRinging(db, callee.uid, sid);
  const isMissed = wasMissed({ direction: 'in', connectingTime, reason });
  await countRing(db, callee.uid, isMissed);
  if (!isMissed) return;
  await tellAway(db, [{ uid: callee.uid, kind: 'missed', id: sid, at: endTime, about: aboutCaller(call) }]);
}
