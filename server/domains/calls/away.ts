import { type SQL, sql } from 'drizzle-orm';
import { type CallReason, wasMissed } from '../../../contract/calls/calls.ts';
import { CALL_SETUP_TIMEOUT_MS } from '../../../contract/calls/rules.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import type { Queries } from '../../platform/database/connect.ts';
import {
  countingRing,
  countRing,
  enqueuePushes,
  enqueuePushSql,
  stoppingRing,
  stopRinging,
} from '../push/queue/enqueue.ts';
import type { Call } from './call.ts';

const aboutCaller = (sid: string, uid: number) => ({ sid, uid, tid: tidOfUid(uid) });

/**
 * CTEs that push an incoming call to the callee until the setup timeout, part of the statement of `beginCall` that creates the call.
 * `whom` is a query for the callee's uid; it returns no row when the call does not ring.
 */
export const ringingAway = ({ sid, caller, startTime: at }: Call, whom: SQL): SQL =>
  enqueuePushSql(
    { kind: 'call', id: sid, at, until: at + CALL_SETUP_TIMEOUT_MS, about: aboutCaller(sid, caller.uid) },
    whom,
  );

/**
 * Called when a call ends (`endCall`): stops its push ringing, counts an unanswered ring of a host whose app is closed, and pushes a
 * missed call to the callee. Does nothing for a match call, which never rings.
 */
export async function endAway(db: Pick<Queries, 'execute'>, call: Call): Promise<void> {
  const { sid, kind, callee, connectingTime, reason, endTime } = call;
  // A match call is answered from the start and never rings.
  if (kind === 'match') return;
  await stopRinging(db, callee.uid, sid);
  const isMissed = wasMissed({ direction: 'in', connectingTime, reason });
  await countRing(db, callee.uid, isMissed);
  if (!isMissed) return;
  const about = aboutCaller(sid, call.caller.uid);
  await enqueuePushes(db, [{ uid: callee.uid, kind: 'missed', id: sid, at: endTime, about }]);
}

/** Whether a call that its caller ends for this reason before it is connected counts as missed for the callee. */
export const isMissedFor = (reason: CallReason): boolean => wasMissed({ direction: 'in', connectingTime: 0, reason });

/**
 * `endAway` as CTEs for the statement of `endForParty` that ends a call for the user `uid`; `ended` is that statement's CTE with the
 * call.
 */
export function endingAway(sid: string, { uid, now, reason }: { uid: number; now: number; reason: CallReason }): SQL {
  const rung = sql`select callee from ended where kind <> 'match'`;
  const missed = sql`${rung} and connecting_time = 0 and caller = ${uid} and ${isMissedFor(reason)}::boolean`;
  const told = { kind: 'missed', id: sid, at: now, about: aboutCaller(sid, uid) } as const;
  return sql`quiet as (${stoppingRing(sql`uid = (${rung})`, sid)}),
    ${countingRing(sql`uid = (${rung})`, sql`exists (${missed})`)}, ${enqueuePushSql(told, missed)}`;
}
