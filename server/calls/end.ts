import { releaseAllowance } from './allowances.ts';
import { endAway } from './away.ts';
import { cut, meteredAt, minutesOf } from './meter.ts';
import { releaseSilver, settleMinutes } from './money.ts';
import { queueForAccount } from './outbound.ts';
import { receiptOf } from './receipts.ts';
import type { Ending, Turn } from './turn.ts';
import { billedUntil, earnedMinutes } from './words.ts';

/**
 * Ends a call at `ending.at`, which may lie in the past, and settles it: minutes started by then are paid as far as the
 * callee confirms them and earned as far as the caller does; later ones are refunded. An unanswered call returns its
 * allowance, and one that was not connected its silver. Both accounts get the receipt.
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
  if (call.connectingTime === 0) await releaseSilver(turn);
  if (call.answerTime === 0) await releaseAllowance(tx, call.sid);
  Object.assign(call, { state: 'ended', endTime: at, settledAt: now, reason, rejectType });
  await endAway(tx, call);
  queueEnd(turn, { reason, rejectType, event });
}

/** Queues the end of a call for both accounts, each with its receipt. */
export function queueEnd(
  turn: Omit<Turn, 'tx'>,
  { reason, rejectType, event }: Pick<Ending, 'reason' | 'rejectType' | 'event'>,
): void {
  for (const side of ['caller', 'callee'] as const) {
    queueForAccount(turn, side, { name: event, data: { reason, rejectType, receipt: receiptOf(turn.call, side) } });
  }
}
