import { fail, ok } from '../../../contract/result.ts';
import { CALL_MEDIA_LOSS_MS } from '../../../contract/rules.ts';
import type { Asks, Hears } from '../../../contract/stanzas/hub.ts';
import { loadBalances } from '../../wallet/balances.ts';
import { otherOf } from '../call.ts';
import { isRunning, meteredAt, pause, run } from '../meter.ts';
import { isMetered, secondsLeft } from '../money.ts';
import { gemsOf } from '../receipts.ts';
import { tellDevice } from '../tell.ts';
import type { Answered, PartyTurn } from '../turn.ts';
import { isInCall } from './negotiation.ts';

/** A beat of one side: it is there, and whether it gets media. The answer is the meter. */
export async function takeBeat(
  turn: PartyTurn,
  { flowing }: Asks<'SessionHeartbeat'>,
): Promise<Answered<Hears<'SessionHeartbeat'>>> {
  const { tx, call, side, now } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
  const own = call[side];
  if (own.away) {
    own.away = false;
    tellDevice(turn, otherOf(side), { name: 'PeerAway', data: { away: false } });
  }
  if (call.state === 'connected') {
    // Nothing came since the beat before this one.
    if (flowing) own.loss = 0;
    else if (own.loss === 0) own.loss = own.beat;
    own.beat = now;
    const losses = [call.caller.loss, call.callee.loss].filter((since) => since > 0);
    if (losses.length === 0) call.stretches = run(call.stretches, now);
    else if (losses.some((since) => now - since > CALL_MEDIA_LOSS_MS)) call.stretches = pause(call.stretches, now);
  }
  const metered = meteredAt(call.stretches, now);
  return ok({
    ...(side === 'caller' && isMetered(call) ? { secondsLeft: await secondsLeft(tx, call, now) } : {}),
    freeSecondsLeft: Math.max(0, Math.ceil((call.freeSeconds * 1_000 - metered) / 1_000)),
    seconds: Math.floor(metered / 1_000),
    gems: gemsOf(call, side),
    metering: isRunning(call.stretches),
  });
}

/** The caller of a free match call goes on and pays, once the free time is over. */
export async function payOn(turn: PartyTurn): Promise<Answered<Hears<'MatchToFlash'>>> {
  const { tx, call, side } = turn;
  const { price, kind } = call;
  if (side !== 'caller' || kind !== 'match') return fail('closed');
  if (call.paid) return ok({ price });
  const { gems } = await loadBalances(tx, call.caller.uid);
  if (gems < price) return fail('gems-insufficient');
  call.paid = true;
  tellDevice(turn, 'callee', { name: 'MatchToFlash', data: { price } });
  return ok({ price });
}
