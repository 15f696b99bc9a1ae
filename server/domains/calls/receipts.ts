import { and, asc, eq, gt, ne, or } from 'drizzle-orm';
import type { CallReceipt } from '../../../contract/calls/calls.ts';
import { CALL_RECORDS_PAGE } from '../../../contract/calls/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { shareOf } from '../wallet/shares.ts';
import { earnedMinutes } from './billing/media-reports.ts';
import { type Call, callOfRow, type SideName, sideOf } from './call.ts';
import { call as callTable } from './tables.ts';

/** Gems of a call so far, for the meter and the receipt of one side: paid by the caller, or earned by the callee. */
export function gemsOf(call: Call, side: SideName, now: number): number {
  if (side === 'caller') return call.minutes * call.price;
  const minutes = call.state === 'ended' ? call.posted : earnedMinutes(call, now, now);
  return minutes * shareOf(call.price, call.sharePercent).anchor;
}

/** The receipt of an ended call for one side, in the end event, in answers, and in CallRecords. */
export function receiptOf(call: Call, side: SideName): CallReceipt {
  const { sid, kind, startTime, connectingTime, endTime, seconds, freeSeconds, price, reason, rejectType } = call;
  return {
    sid,
    kind,
    startTime,
    connectingTime,
    endTime,
    seconds,
    price,
    reason,
    rejectType,
    caller: call.caller.uid,
    callee: call.callee.uid,
    freeSeconds: Math.min(freeSeconds, seconds),
    gems: gemsOf(call, side, endTime),
    silver: side === 'caller' ? call.silver : 0,
    ...(call.fairStart !== '' && { fairStart: true }),
    ...(call.refundedMinutes > 0 && { refundedMinutes: call.refundedMinutes }),
  };
}

/**
 * Reads the receipts for CallRecords: those settled after `since` (ms), oldest first, up to CALL_RECORDS_PAGE. Ordered by the time of
 * settlement, because a call may have ended before its end was detected.
 */
export async function receiptsSince(db: Queries, uid: number, since: number) {
  const rows = await db
    .select()
    .from(callTable)
    .where(
      and(
        ne(callTable.settledAt, 0),
        gt(callTable.settledAt, since),
        or(eq(callTable.caller, uid), eq(callTable.callee, uid)),
      ),
    )
    .orderBy(asc(callTable.settledAt), asc(callTable.sid))
    .limit(CALL_RECORDS_PAGE + 1);
  const receipts = rows.slice(0, CALL_RECORDS_PAGE).flatMap((row) => {
    const call = callOfRow(row);
    const side = sideOf(call, uid);
    return side ? [receiptOf(call, side)] : [];
  });
  return { receipts, complete: rows.length <= CALL_RECORDS_PAGE };
}
