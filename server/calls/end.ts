import { releaseAllowance } from './allowances.ts';
import { cut, meteredAt, minutesOf } from './meter.ts';
import { settleMinutes } from './money.ts';
import { receiptOf } from './receipts.ts';
import { tellAccount } from './tell.ts';
import type { Ending, Turn } from './turn.ts';

/**
 * Ends a call as of `at`, which may lie before now, and settles it: the minutes that began by then are the callee's, later
 * ones go back to the caller, and an allowance that nothing came of is given back. Both hear the receipt.
 */
export async function endCall(turn: Turn, { at, reason, rejectType, event }: Ending): Promise<void> {
  const { call, tx, now } = turn;
  const wasConnected = call.connectingTime > 0;
  call.stretches = cut(call.stretches, at);
  const metered = meteredAt(call.stretches, at);
  call.seconds = Math.floor(metered / 1_000);
  const started = call.stretches.length === 0 ? 0 : minutesOf(metered, call.freeSeconds * 1_000);
  await settleMinutes(turn, Math.min(call.minutes, started));
  if (!wasConnected) await releaseAllowance(tx, call.sid);
  Object.assign(call, { state: 'ended', endTime: at, settledAt: now, reason, rejectType });
  for (const side of ['caller', 'callee'] as const) {
    tellAccount(turn, side, { name: event, data: { reason, rejectType, receipt: receiptOf(call, side) } });
  }
}
