import { releaseAllowance } from './allowances.ts';
import { cut, meteredAt, minutesOf } from './meter.ts';
import { settleMinutes } from './money.ts';
import { receiptOf } from './receipts.ts';
import { tellAccount } from './tell.ts';
import type { Ending, Turn } from './turn.ts';
import { billedUntil, earnedMinutes } from './words.ts';

/**
 * Ends a call as of `when`, which may lie before now, and settles it: the minutes that began by then, as far as the callee
 * attests, are paid and, as far as the caller does, earned; later ones go back to the caller. An allowance is used up by the
 * answer, or given back. Both hear the receipt.
 */
export async function endCall(turn: Turn, ending: Ending): Promise<void> {
  const { call, tx, now } = turn;
  const { at: when, isByTime = false, reason, rejectType, event } = ending;
  const at = billedUntil(call, when, isByTime);
  call.stretches = cut(call.stretches, at);
  const metered = meteredAt(call.stretches, at);
  call.seconds = Math.floor(metered / 1_000);
  const started = call.stretches.length === 0 ? 0 : minutesOf(metered, call.freeSeconds * 1_000);
  const paid = Math.min(call.minutes, started);
  await settleMinutes(turn, paid, Math.min(paid, earnedMinutes(call, at, when)));
  if (call.answerTime === 0) await releaseAllowance(tx, call.sid);
  Object.assign(call, { state: 'ended', endTime: at, settledAt: now, reason, rejectType });
  for (const side of ['caller', 'callee'] as const) {
    tellAccount(turn, side, { name: event, data: { reason, rejectType, receipt: receiptOf(call, side) } });
  }
}
