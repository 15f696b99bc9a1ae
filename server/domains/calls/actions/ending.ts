import type { CallReason } from '../../../../contract/calls/calls.ts';
import type { HubRequestData, HubResponseData } from '../../../../contract/calls/hub.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { endCall } from '../billing/end.ts';
import { type Answered, type Ending, type PartyContext, SERVER_REASONS } from '../call-context.ts';
import { receiptOf } from '../receipts.ts';

const SERVERS_OWN: ReadonlySet<CallReason> = new Set(SERVER_REASONS);

/** Reads reason and rejection from a client's request to end a call; a reason that only the server may give becomes `unknown reason`. */
const endingOf = ({ reason, rejectType }: HubRequestData<'SessionTerminate'>) => ({
  reason: SERVERS_OWN.has(reason) ? ('unknown reason' as const) : reason,
  rejectType,
});
/** Reason and rejection stored for every CallCancel, whatever the client sends. */
const CANCELLED = { reason: 'cancel', rejectType: 'on_call_cancel' } as const;

/**
 * Creates the handler of SessionTerminate or SessionFail (`event`). Either side and any device of the account may end a call, because the
 * device in the call may be gone. It returns the receipt, also for a call that has already ended.
 */
export function finishCall(event: Ending['event']) {
  return async (
    context: PartyContext,
    said: HubRequestData<'SessionTerminate'>,
  ): Promise<Answered<HubResponseData<'SessionTerminate'>>> => {
    const { call, side, now } = context;
    const { reason, rejectType } = endingOf(said);
    if (call.state !== 'ended') await endCall(context, { at: now, by: side, reason, rejectType, event });
    return ok({ receipt: receiptOf(call, side) });
  };
}

/**
 * Handles CallCancel, which only the caller may send; the callee is refused with `sid-non-existent`. A cancel that arrives just after the
 * answer ends the call too; one after the end changes nothing.
 */
export async function cancelCall(context: PartyContext): Promise<Answered<object>> {
  const { call, side, now } = context;
  if (side !== 'caller') return fail('sid-non-existent');
  if (call.state !== 'ended') {
    await endCall(context, { at: now, by: side, ...CANCELLED, event: 'SessionTerminate' });
  }
  return ok({});
}
