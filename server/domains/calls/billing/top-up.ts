import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { TOP_UP_ORDER_MINUTES, TOP_UP_WAIT_MS } from '../../../../contract/calls/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { paymentOrder } from '../../payments/tables.ts';
import type { Outcome } from '../../wallet/ledger.ts';
import type { Call } from '../call.ts';
import type { CallContext } from '../call-context.ts';
import { queueForDevice } from '../outbound.ts';
import { cut, run } from './meter.ts';
import { chargeMinute } from './money.ts';

/** States of an order that may still be paid. */
const LIVE = ['created', 'open', 'action', 'confirming'] as const;

/**
 * Whether the caller has an order for this call that may still be paid and is younger than TOP_UP_ORDER_MINUTES. `advance` then extends
 * deadlines, and waits at a minute that cannot be paid.
 */
export async function isToppingUp(db: Queries, { sid, caller }: Pick<Call, 'sid' | 'caller'>): Promise<boolean> {
  const [found] = await db
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.uid, caller.uid),
        eq(paymentOrder.sid, sid),
        inArray(paymentOrder.state, LIVE),
        gt(paymentOrder.createdAt, sql`now() - make_interval(mins => ${TOP_UP_ORDER_MINUTES})`),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * Pauses the meter at the start (`at`, ms) of a minute that cannot be paid, for up to TOP_UP_WAIT_MS. Neither side sends media during
 * the wait, so no loss is counted.
 */
export function beginWait(context: CallContext, at: number): void {
  const { call } = context;
  call.meteredIntervals = cut(call.meteredIntervals, at);
  call.waitUntil = at + TOP_UP_WAIT_MS;
  call.waits += 1;
  for (const side of ['caller', 'callee'] as const) {
    call[side].loss = 0;
    queueForDevice(context, side, { name: 'TopUpWait', data: { until: call.waitUntil } });
  }
}

/**
 * Charges the minute that the call waits for and resumes the call, once the caller has bought gems; returns `done` on success,
 * otherwise why the minute cannot be paid.
 */
export async function tryToGoOn(context: CallContext): Promise<Outcome> {
  const { call, now } = context;
  const outcome = await chargeMinute(context);
  if (outcome !== 'done' && outcome !== 'known') return outcome;
  call.waitUntil = 0;
  call.meteredIntervals = run(call.meteredIntervals, now);
  call.callerProof = now;
  for (const side of ['caller', 'callee'] as const) {
    call[side].loss = 0;
    queueForDevice(context, side, { name: 'TopUpDone', data: {} });
  }
  return 'done';
}
