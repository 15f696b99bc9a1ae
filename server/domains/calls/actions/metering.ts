import type { HubRequestData, HubResponseData } from '../../../../contract/calls/hub.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { paymentRefusal } from '../../wallet/limits.ts';
import { advance } from '../billing/advance.ts';
import { recordCalleeBeat, recordCallerBeat, recordUnusable } from '../billing/media-reports.ts';
import { GEMS_REFUSALS } from '../billing/money.ts';
import { otherOf } from '../call.ts';
import type { Answered, PartyContext } from '../call-context.ts';
import { queueForDevice } from '../outbound.ts';
import { readMeter } from '../reading.ts';
import { isInCall } from './negotiation.ts';

/**
 * Handles a SessionHeartbeat that was neither buffered nor written with others (calls.ts): marks the side as present and returns the meter.
 * In a connected call it also records the time and, unless the call waits for gems, whether the side receives media (`flowing`) and whether
 * they are usable, and then advances the call. Refused with `closed` while the call rings, and from a device that is not in the call.
 */
export async function recordHeartbeat(
  context: PartyContext,
  { flowing, usable = true }: HubRequestData<'SessionHeartbeat'>,
): Promise<Answered<HubResponseData<'SessionHeartbeat'>>> {
  const { call, side, now } = context;
  if (!isInCall(context) || call.state === 'ringing') return fail('closed');
  const own = call[side];
  if (own.away) {
    own.away = false;
    queueForDevice(context, otherOf(side), { name: 'PeerAway', data: { away: false } });
  }
  if (call.waitUntil > 0) {
    // Neither side sends media during the wait for gems, so only the time is recorded.
    own.beat = now;
    await advance(context);
  } else if (call.state === 'connected') {
    // Media that do not reach the caller count as unusable.
    if (!usable || (side === 'caller' && !flowing)) recordUnusable(call, side, now);
    const record = side === 'caller' ? recordCallerBeat : recordCalleeBeat;
    record(call, flowing, now);
    // A resumed meter may already have started a minute.
    await advance(context);
  }
  return ok(await readMeter(context, side));
}

/**
 * Handles MatchToFlash: a match call continues after its free time, or a booked one after its minutes, at the price in gems per minute that
 * the caller was shown. Refused if the price differs, or if the caller lacks or may not spend the gems of one minute. Repeating it changes
 * nothing.
 */
export async function convertToPaid(
  context: PartyContext,
  { price: shown }: HubRequestData<'MatchToFlash'>,
): Promise<Answered<HubResponseData<'MatchToFlash'>>> {
  const { tx, call, side } = context;
  const { price, kind } = call;
  if (side !== 'caller' || (kind !== 'match' && kind !== 'booked')) return fail('closed');
  if (call.paid) return ok({ price });
  if (shown !== price) return fail({ reason: 'price-changed', price });
  const unpaid = await paymentRefusal(tx, call.caller.uid, price);
  if (unpaid !== undefined) return fail(GEMS_REFUSALS[unpaid]);
  call.paid = true;
  queueForDevice(context, 'callee', { name: 'MatchToFlash', data: { price } });
  return ok({ price });
}
