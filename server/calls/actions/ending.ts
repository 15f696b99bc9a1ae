import type { CallReason } from '../../../contract/calls/calls.ts';
import type { Asks, Hears } from '../../../contract/calls/hub.ts';
import { fail, ok } from '../../../contract/result.ts';
import { endCall } from '../end.ts';
import { receiptOf } from '../receipts.ts';
import type { Answered, Ending, PartyTurn } from '../turn.ts';

/** What only the server can know; a client that says so has another reason. */
const SERVERS_OWN: ReadonlySet<CallReason> = new Set(['gemsOut', 'freeTimeOver', 'heartbeatLost', 'revoked']);

/** Either side, from any device of the account: the one in the call may be dead. Whoever comes late hears the receipt. */
export function finishCall(event: Ending['event']) {
  return async (turn: PartyTurn, said: Asks<'SessionTerminate'>): Promise<Answered<Hears<'SessionTerminate'>>> => {
    const { call, side, now } = turn;
    const reason = SERVERS_OWN.has(said.reason) ? 'unknown reason' : said.reason;
    if (call.state !== 'ended') await endCall(turn, { at: now, reason, rejectType: said.rejectType, event });
    return ok({ receipt: receiptOf(call, side) });
  };
}

/** The caller gives up before an answer. One that comes just after the answer ends the call all the same. */
export async function cancelCall(turn: PartyTurn): Promise<Answered<object>> {
  const { call, side, now } = turn;
  if (side !== 'caller') return fail('sid-non-existent');
  if (call.state !== 'ended') {
    await endCall(turn, { at: now, reason: 'cancel', rejectType: 'on_call_cancel', event: 'SessionTerminate' });
  }
  return ok({});
}
