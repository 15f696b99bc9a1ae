import type { Asks, Hears } from '../../../contract/calls/hub.ts';
import { fail, ok } from '../../../contract/result.ts';
import { loadBalances } from '../../wallet/balances.ts';
import { advance } from '../advance.ts';
import { otherOf } from '../call.ts';
import { readMeter } from '../reading.ts';
import { tellDevice } from '../tell.ts';
import type { Answered, PartyTurn } from '../turn.ts';
import { hearCallee, hearCaller } from '../words.ts';
import { isInCall } from './negotiation.ts';

/** A beat of one side: it is there, and whether it gets media. The answer is the meter. */
export async function takeBeat(
  turn: PartyTurn,
  { flowing }: Asks<'SessionHeartbeat'>,
): Promise<Answered<Hears<'SessionHeartbeat'>>> {
  const { call, side, now } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
  const own = call[side];
  if (own.away) {
    own.away = false;
    tellDevice(turn, otherOf(side), { name: 'PeerAway', data: { away: false } });
  }
  if (call.state === 'connected') {
    const hear = side === 'caller' ? hearCaller : hearCallee;
    hear(call, flowing, now);
    // A meter that goes on may have begun a minute already.
    await advance(turn);
  }
  return ok(await readMeter(turn, side));
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
