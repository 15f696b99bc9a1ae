import type { HubResponseData } from '../../../contract/calls/hub.ts';
import { isRunning, meteredAt } from './billing/meter.ts';
import { gemsFor, isMetered, secondsLeftWith } from './billing/money.ts';
import type { Call, SideName } from './call.ts';
import type { CallContext } from './call-context.ts';
import { queueForDevice } from './outbound.ts';
import { gemsOf } from './receipts.ts';

/** Seconds at the start of a call for which its caller pays nothing more: free time, or the minutes of a booking. */
export const prepaidSeconds = ({ freeSeconds, bookedMinutes }: Pick<Call, 'freeSeconds' | 'bookedMinutes'>): number =>
  freeSeconds + bookedMinutes * 60;

/** Reads the meter for one side of a call whose row is locked, in the answer to a heartbeat. */
export const readMeter = async (context: CallContext, side: SideName): Promise<HubResponseData<'SessionHeartbeat'>> =>
  meterOf(context, side, side === 'caller' ? await gemsFor(context.tx, context.call) : 0);

/** Computes the meter for one side from a known number of the caller's spendable gems. */
export function meterOf(
  { call, now }: Pick<CallContext, 'call' | 'now'>,
  side: SideName,
  gems: number,
): HubResponseData<'SessionHeartbeat'> {
  const metered = meteredAt(call.meteredIntervals, now);
  return {
    ...(side === 'caller' && isMetered(call) ? { secondsLeft: secondsLeftWith(gems, call, now) } : {}),
    freeSecondsLeft: Math.max(0, Math.ceil((prepaidSeconds(call) * 1_000 - metered) / 1_000)),
    seconds: Math.floor(metered / 1_000),
    ms: metered % 1_000,
    gems: gemsOf(call, side, now),
    metering: isRunning(call.meteredIntervals),
    ...(call.waitUntil > 0 ? { waitUntil: call.waitUntil } : {}),
  };
}

/**
 * Queues the meter for both devices at the end of a transaction in which it started, paused, resumed, charged a minute or became paid
 * (`before`: the call at its start), so that they need not wait for a heartbeat. Returns the gems that the caller can spend, if it read
 * them.
 */
export async function queueMeter(context: CallContext, before: Call): Promise<number | undefined> {
  const { call } = context;
  if (call.state !== 'connected') return undefined;
  const isSame =
    before.meteredIntervals === call.meteredIntervals &&
    before.minutes === call.minutes &&
    before.paid === call.paid &&
    before.waitUntil === call.waitUntil;
  if (isSame) return undefined;
  const gems = await gemsFor(context.tx, call);
  for (const side of ['caller', 'callee'] as const) {
    queueForDevice(context, side, { name: 'Meter', data: meterOf(context, side, gems) });
  }
  return gems;
}
