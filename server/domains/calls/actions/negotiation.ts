import type { HubRequestData, HubResponseData } from '../../../../contract/calls/hub.ts';
import { CALL_PICTURE_TIMEOUT_MS, CALL_SETUP_TIMEOUT_MS } from '../../../../contract/calls/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { setupDue } from '../billing/advance.ts';
import { isCutShort, recordCallerBeat } from '../billing/media-reports.ts';
import { run } from '../billing/meter.ts';
import { secondsLeft, secondsLeftWith } from '../billing/money.ts';
import { type Call, otherOf, type SideName } from '../call.ts';
import type { Answered, CallContext, CallSettings, PartyTurn } from '../call-context.ts';
import { queueForAccount, queueForDevice, resourceOf } from '../outbound.ts';
import { personOf } from '../people.ts';
import { relaysFor } from '../relays.ts';

const NOTHING = ok({});

/** Returns the caller and the terms of a call to the callee's devices, only while it rings. */
export async function checkCall({ tx, call, side }: PartyTurn): Promise<Answered<HubResponseData<'CallCheck'>>> {
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.state !== 'ringing') return fail('answered');
  return ok({ caller: await personOf(tx, call.caller.uid), ...termsOf(call) });
}

/** The terms of a call as its two sides receive them. */
export const termsOf = ({ kind, price, freeSeconds, startTime }: Call) => ({ kind, price, freeSeconds, startTime });

/** Notifies the caller and the callee's other devices that the callee has answered; returns the answer for the callee's device. */
export function notifyAnswered(turn: Omit<CallContext, 'tx'>, gems: number): HubResponseData<'CallReady'> {
  const relays = relaysOfBoth(turn, gems);
  queueForDevice(turn, 'caller', { name: 'PeerAnswered', data: { relays: relays.caller } });
  queueForAccount(turn, 'callee', { name: 'AnsweredElsewhere', data: { resource: resourceOf(turn.call.callee.jid) } });
  return { relays: relays.callee };
}

/** Answers CallReady for a call that no longer rings: the device that answered it may repeat the request. */
export async function repeatAnswer(turn: PartyTurn): Promise<Answered<HubResponseData<'CallReady'>>> {
  const { call, side, from } = turn;
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.callee.jid !== from) return fail('answered');
  return ok({ relays: await relaysOf(turn, side) });
}

/** Rejoins after a reload or on a new stream. Unless this side was asked to follow, the peer connection is restarted on both sides. */
export async function rejoinCall(turn: PartyTurn): Promise<Answered<HubResponseData<'CallAccept'>>> {
  const { call, side, from, now } = turn;
  if (call.state === 'ringing' && side === 'callee') return fail('closed');
  call[side].jid = from;
  // Counts as presence, not as a report on media: a current loss continues, and only heartbeats confirm time of a server outage.
  const isAttested = side === 'caller' || !isCutShort(call, now, turn.settings.aliveSince());
  if (call.state === 'connected' && call[side].loss === 0 && isAttested) call[side].beat = now;
  if (call.following === side) call.following = '';
  else if (call.state !== 'ringing') {
    const other = otherOf(side);
    call.generation += 1;
    call.following = other;
    call[side].away = true;
    queueForDevice(turn, other, { name: 'PeerAway', data: { away: true } });
    queueForDevice(turn, other, { name: 'CallCheck', data: {} });
  }
  return ok({ relays: await relaysOf(turn, side), generation: call.generation });
}

/** Relays a signal between the two devices in the call. It changes no row, so the call is not locked. */
export function passSignal(
  turn: Pick<PartyTurn, 'call' | 'side' | 'from' | 'outboundEvents' | 'now'>,
  { signal }: HubRequestData<'WebRTCContent'>,
): Answered<object> {
  const { call, side } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
  if (call.state === 'answered' && turn.now >= setupDue(call)) return fail('closed');
  queueForDevice(turn, otherOf(side), { name: 'WebRTCContent', data: { signal } });
  return NOTHING;
}

/**
 * Confirms that the remote picture arrived. The callee's confirmation starts the meter, and `advance` then charges the first
 * minute. Until the caller confirms too, within CALL_SUCCESS_GRACE_MS, the call earns nothing.
 */
export async function confirmMedia(turn: PartyTurn): Promise<Answered<object>> {
  const { call, side, now } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
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
    call.stretches = run(call.stretches, now);
  }
  return NOTHING;
}

/** Whether the request comes from the device in the call. */
export const isInCall = ({ call, side, from }: Pick<PartyTurn, 'call' | 'side' | 'from'>) => call[side].jid === from;

/** Relay servers with credentials that are valid as long as the call can last, plus the setup timeout. */
export async function relaysOf({ tx, call, settings, now }: CallContext, side: SideName) {
  const seconds = (await secondsLeft(tx, call, now)) + CALL_SETUP_TIMEOUT_MS / 1_000;
  return relaysFor(settings.relays, { sid: call.sid, side, now, seconds });
}

/** `relaysOf` for both sides and a known number of the caller's gems. */
export function relaysOfBoth({ call, settings, now }: Pick<CallContext, 'call' | 'settings' | 'now'>, gems: number) {
  const seconds = secondsLeftWith(gems, call, now) + CALL_SETUP_TIMEOUT_MS / 1_000;
  const of = (side: SideName) => relaysFor(settings.relays, { sid: call.sid, side, now, seconds });
  return { caller: of('caller'), callee: of('callee') };
}

/**
 * Relay servers for the caller while it rings, so that candidates are ready before the answer. Their credentials expire soon, so
 * that an unanswered call gives no long access to the relay.
 */
export function ringingRelays({ relays }: CallSettings, { sid }: Call, now: number) {
  const seconds = (CALL_SETUP_TIMEOUT_MS + CALL_PICTURE_TIMEOUT_MS) / 1_000;
  return relaysFor(relays, { sid, side: 'caller', now, seconds });
}
