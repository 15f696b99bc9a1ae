import type { HubRequestData, HubResponseData } from '../../../../contract/calls/hub.ts';
import { CALL_PICTURE_TIMEOUT_MS, CALL_SETUP_TIMEOUT_MS } from '../../../../contract/calls/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { stopRinging } from '../../push/queue/enqueue.ts';
import { setupDue } from '../billing/advance.ts';
import { isCutShort, recordCallerBeat } from '../billing/media-reports.ts';
import { run } from '../billing/meter.ts';
import { gemsFor, secondsLeft, secondsLeftWith } from '../billing/money.ts';
import { type Call, otherOf, type SideName } from '../call.ts';
import type { Answered, CallContext, CallSettings, PartyContext } from '../call-context.ts';
import { queueForAccount, queueForDevice, resourceOf } from '../outbound.ts';
import { personOf } from '../people.ts';
import { prepaidSeconds } from '../reading.ts';
import { relaysFor } from '../relays.ts';

const NOTHING = ok({});

/**
 * Handles CallCheck for a live call: returns the caller and the terms to a device of the callee while it rings; afterwards `answered`. The
 * caller gets `sid-non-existent`; for an ended call `perform` has already refused with it.
 */
export async function checkCall({ tx, call, side }: PartyContext): Promise<Answered<HubResponseData<'CallCheck'>>> {
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.state !== 'ringing') return fail('answered');
  const { kind, price, startTime } = call;
  const caller = await personOf(tx, call.caller.uid);
  return ok({ caller, kind, price, freeSeconds: prepaidSeconds(call), startTime });
}

/**
 * Handles CallReady: the first device of the callee answers the ringing call, its push stops, and the caller and the callee's other devices
 * are notified. The device that answered may repeat the request; other devices get `answered`.
 */
export async function answerCall(context: PartyContext): Promise<Answered<HubResponseData<'CallReady'>>> {
  const { tx, call, side, from, now } = context;
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.state !== 'ringing') {
    return call.callee.jid === from ? ok({ relays: await relaysOf(context, side) }) : fail('answered');
  }
  Object.assign(call, { state: 'answered', answerTime: now });
  call.callee.jid = from;
  await stopRinging(tx, call.callee.uid, call.sid);
  const relays = relaysOfBoth(context, await gemsFor(tx, call));
  queueForDevice(context, 'caller', { name: 'PeerAnswered', data: { relays: relays.caller } });
  queueForAccount(context, 'callee', { name: 'AnsweredElsewhere', data: { resource: resourceOf(from) } });
  return ok({ relays: relays.callee });
}

/**
 * Handles CallAccept: a side continues on this device, after a reload or on a new stream. If the call is past ringing and this side was
 * not itself asked to rejoin, the other side is asked to rejoin too, and both restart the peer connection. A callee gets `closed` while the
 * call rings.
 */
export async function rejoinCall(context: PartyContext): Promise<Answered<HubResponseData<'CallAccept'>>> {
  const { call, side, from, now } = context;
  if (call.state === 'ringing' && side === 'callee') return fail('closed');
  call[side].jid = from;
  // Rejoining counts as presence, not as a report on media: a current loss continues, and the time of a server outage is confirmed only by
  // the callee's heartbeats.
  const isAttested = side === 'caller' || !isCutShort(call, now, context.settings.aliveSince());
  if (call.state === 'connected' && call[side].loss === 0 && isAttested) call[side].beat = now;
  if (call.rejoiningSide === side) call.rejoiningSide = '';
  else if (call.state !== 'ringing') {
    const other = otherOf(side);
    call.generation += 1;
    call.rejoiningSide = other;
    call[side].away = true;
    queueForDevice(context, other, { name: 'PeerAway', data: { away: true } });
    queueForDevice(context, other, { name: 'CallCheck', data: {} });
  }
  return ok({ relays: await relaysOf(context, side), generation: call.generation });
}

/**
 * Relays a WebRTCContent signal to the device of the other side. It changes no row, so the call is not locked. Refused with `closed`
 * while the call rings, after the setup deadline, and from a device that is not in the call.
 */
export function passSignal(
  context: Pick<PartyContext, 'call' | 'side' | 'from' | 'outboundEvents' | 'now'>,
  { signal }: HubRequestData<'WebRTCContent'>,
): Answered<object> {
  const { call, side } = context;
  if (!isInCall(context) || call.state === 'ringing') return fail('closed');
  if (call.state === 'answered' && context.now >= setupDue(call)) return fail('closed');
  queueForDevice(context, otherOf(side), { name: 'WebRTCContent', data: { signal } });
  return NOTHING;
}

/**
 * Handles SessionSuccess, the confirmation that the other side's picture arrived. The callee's starts the meter, and `advance` then charges
 * the first minute. Until the caller confirms too, within CALL_SUCCESS_GRACE_MS, the call earns nothing.
 */
export async function confirmMedia(context: PartyContext): Promise<Answered<object>> {
  const { call, side, now } = context;
  if (!isInCall(context) || call.state === 'ringing') return fail('closed');
  const { caller, callee } = call;
  if (side === 'caller' && call.state === 'connected' && !caller.seen) recordCallerBeat(call, true, now);
  call[side].seen = true;
  if (call.state === 'answered' && callee.seen) {
    call.state = 'connected';
    call.connectingTime = now;
    call.callerProof = now;
    caller.beat = now;
    callee.beat = now;
    if (!caller.seen) caller.loss = now;
    call.meteredIntervals = run(call.meteredIntervals, now);
  }
  return NOTHING;
}

/** Whether the request comes from the device in the call, not from another device of the same account. */
export const isInCall = ({ call, side, from }: Pick<PartyContext, 'call' | 'side' | 'from'>) => call[side].jid === from;

/**
 * Relay servers for a side that rejoins or repeats its answer. The credentials are valid as long as the call can last, plus the setup
 * timeout; `relaysFor` bounds that time.
 */
export async function relaysOf({ tx, call, settings, now }: CallContext, side: SideName) {
  const seconds = (await secondsLeft(tx, call, now)) + CALL_SETUP_TIMEOUT_MS / 1_000;
  return relaysFor(settings.relays, { sid: call.sid, side, now, seconds });
}

/** `relaysOf` for both sides when a call is answered or a match agreed; `gems`: those that the caller can spend. */
export function relaysOfBoth({ call, settings, now }: Pick<CallContext, 'call' | 'settings' | 'now'>, gems: number) {
  const seconds = secondsLeftWith(gems, call, now) + CALL_SETUP_TIMEOUT_MS / 1_000;
  const of = (side: SideName) => relaysFor(settings.relays, { sid: call.sid, side, now, seconds });
  return { caller: of('caller'), callee: of('callee') };
}

/**
 * Relay servers for the caller in the answer to SessionRequest, so that candidates are ready before the callee answers. The credentials
 * expire after the setup and picture timeouts, so that an unanswered call gives no long access to the relay.
 */
export function ringingRelays({ relays }: CallSettings, { sid }: Call, now: number) {
  const seconds = (CALL_SETUP_TIMEOUT_MS + CALL_PICTURE_TIMEOUT_MS) / 1_000;
  return relaysFor(relays, { sid, side: 'caller', now, seconds });
}
