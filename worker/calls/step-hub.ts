import { CALL_STATUS, type CallReason, type CallReceipt, type RejectType } from '#contract/calls/calls.ts';
import { unreachable } from '#contract/result.ts';
import { disconnectedWith, ENDINGS, end, failedWith, isLive } from './endings.ts';
import type { Call, CallEffect, CallEvent, CallStep } from './machine.ts';

const { CONNECTING, CONNECTED, CALLIN } = CALL_STATUS;

/**
 * Applies an event pushed by the hub. Only events of the active call count; of an ended or another call (product 4.1) only the
 * receipt is stored, which changes no status. `ReChargeSuccess` belongs to no call.
 */
export function stepHub(
  call: Call | undefined,
  { at, deviceNow, event, ownResource }: Extract<CallEvent, { readonly type: 'hub' }>,
): CallStep {
  const stay: CallStep = [call, []];
  if (event.name === 'ReChargeSuccess') {
    // The remaining time of the call increases, and with it the time for which TURN credentials are needed.
    const asks = isLive(call) && call.status === CONNECTED;
    return [call, asks ? [{ type: 'lengthen', sid: call.sid }] : []];
  }
  if (event.sid === '' || !isLive(call) || event.sid !== call.sid) {
    const receipt = 'receipt' in event.data ? event.data.receipt : undefined;
    return receipt ? withReceipt(call, receipt) : stay;
  }
  switch (event.name) {
    case 'PeerAnswered':
      if (call.direction !== 'out' || call.status !== CONNECTING) return stay;
      return [{ ...call, answered: true }, [{ type: 'relays', relays: event.data.relays }]];
    case 'AnsweredElsewhere':
      if (event.data.resource === ownResource || call.direction !== 'in' || call.answered) return stay;
      return end(call, at, ENDINGS.elsewhere);
    case 'WebRTCContent': {
      const { signal } = event.data;
      if (call.status === CALLIN || signal.generation < call.generation) return stay;
      return [call.peerAway ? { ...call, peerAway: false } : call, [{ type: 'signal', sid: call.sid, signal }]];
    }
    case 'SessionTerminate':
    case 'SessionFail': {
      const { reason, rejectType, receipt } = event.data;
      return ended(call, at, event.name, reason, rejectType, receipt);
    }
    case 'CallCheck':
      return [call, call.status === CALLIN ? [] : [{ type: 'accept', sid: call.sid }]];
    case 'CallError':
      // A CallError without a reason is sidNonExistent (product 8.2).
      return end(call, at, failedWith(event.data.reason ?? 'sidNonExistent'));
    case 'PeerAway':
      return [{ ...call, peerAway: event.data.away }, []];
    case 'Meter':
      // A Meter may arrive before this side is connected: metering starts with the callee's report.
      return call.status === CALLIN ? stay : storeMeter(call, { at: deviceNow, ...event.data });
    case 'TopUpWait':
      return [{ ...call, waitUntil: event.data.until }, []];
    case 'TopUpDone':
      return [{ ...call, waitUntil: 0 }, [{ type: 'heartbeat', sid: call.sid }]];
    case 'MatchToFlash':
      return [{ ...call, price: event.data.price }, []];
    case 'Ring':
    case 'MatchFound':
    case 'MatchGone':
    case 'MatchAgreed':
    case 'Transmit':
      // Events of a ring, a match or a callback belong to no call yet.
      return stay;
    default:
      return unreachable(event);
  }
}

/**
 * Returns the step that stores the hub's meter (seconds and charge) and top-up wait. The balance is refreshed if the account is the caller
 * and the charge changed.
 */
export function storeMeter(
  call: Call,
  { waitUntil = 0, ...meter }: NonNullable<Call['meter']> & { readonly waitUntil?: number | undefined },
): CallStep {
  const isTaken = call.direction === 'out' && meter.gems !== (call.meter?.gems ?? 0);
  return [{ ...call, meter, waitUntil }, isTaken ? [{ type: 'refresh-account' }] : []];
}

function ended(
  call: Call,
  at: number,
  name: 'SessionTerminate' | 'SessionFail',
  reason: CallReason,
  rejectType: RejectType,
  receipt: CallReceipt | undefined,
): CallStep {
  const ending = name === 'SessionFail' ? failedWith(reason, rejectType) : disconnectedWith(reason, rejectType);
  const [final, effects] = end(call, at, ending);
  if (!receipt || !final) return [final, effects];
  const [settled, more] = withReceipt(final, receipt);
  return [settled, [...effects, ...more]];
}

function withReceipt(call: Call | undefined, receipt: CallReceipt): CallStep {
  const effects: readonly CallEffect[] = [{ type: 'settle', receipt }];
  return [call && call.sid === receipt.sid ? { ...call, receipt } : call, effects];
}
