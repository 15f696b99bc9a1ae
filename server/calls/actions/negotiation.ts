import type { Asks, Hears } from '../../../contract/calls/hub.ts';
import { CALL_SETUP_TIMEOUT_MS } from '../../../contract/calls/rules.ts';
import { fail, ok } from '../../../contract/result.ts';
import { setupDue } from '../advance.ts';
import { otherOf, type SideName } from '../call.ts';
import { run } from '../meter.ts';
import { secondsLeft } from '../money.ts';
import { personOf } from '../people.ts';
import { relaysFor } from '../relays.ts';
import { resourceOf, tellAccount, tellDevice } from '../tell.ts';
import type { Answered, PartyTurn, Turn } from '../turn.ts';
import { hearCaller } from '../words.ts';

const NOTHING = ok({});

/** Is this call alive, and whose is it? Only the callee's devices hear, and only while it rings. */
export async function checkCall({ tx, call, side }: PartyTurn): Promise<Answered<Hears<'CallCheck'>>> {
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.state !== 'ringing') return fail('answered');
  const { kind, price, freeSeconds, startTime } = call;
  return ok({ caller: await personOf(tx, call.caller.uid), kind, price, freeSeconds, startTime });
}

/** The callee takes it. The first of her devices wins, and may ask again. */
export async function takeCall(turn: PartyTurn): Promise<Answered<Hears<'CallReady'>>> {
  const { call, side, from, now } = turn;
  if (side !== 'callee') return fail('sid-non-existent');
  if (call.state !== 'ringing' && call.callee.jid !== from) return fail('answered');
  const relays = await relaysOf(turn, side);
  if (call.state === 'ringing') {
    call.state = 'answered';
    call.answerTime = now;
    call.callee.jid = from;
    tellDevice(turn, 'caller', { name: 'PeerAnswered', data: { relays: await relaysOf(turn, 'caller') } });
    tellAccount(turn, 'callee', { name: 'AnsweredElsewhere', data: { resource: resourceOf(from) } });
  }
  return ok({ relays });
}

/** Still in it, after a reload or on a new stream. Who was not asked to follow begins a new peer connection. */
export async function rejoinCall(turn: PartyTurn): Promise<Answered<Hears<'CallAccept'>>> {
  const { call, side, from, now } = turn;
  if (call.state === 'ringing' && side === 'callee') return fail('closed');
  call[side].jid = from;
  // A sign of life, and no word on the media: a loss that goes on is as long as its beats say.
  if (call.state === 'connected' && call[side].loss === 0) call[side].beat = now;
  if (call.following === side) call.following = '';
  else if (call.state !== 'ringing') {
    const other = otherOf(side);
    call.generation += 1;
    call.following = other;
    call[side].away = true;
    tellDevice(turn, other, { name: 'PeerAway', data: { away: true } });
    tellDevice(turn, other, { name: 'CallCheck', data: {} });
  }
  return ok({ relays: await relaysOf(turn, side), generation: call.generation });
}

/** From the device in the call to the other one, and to nobody else. It changes nothing, so the call need not be held. */
export function passSignal(
  turn: Pick<PartyTurn, 'call' | 'side' | 'from' | 'told' | 'now'>,
  { signal }: Asks<'WebRTCContent'>,
): Answered<object> {
  const { call, side } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
  if (call.state === 'answered' && turn.now >= setupDue(call)) return fail('closed');
  tellDevice(turn, otherOf(side), { name: 'WebRTCContent', data: { signal } });
  return NOTHING;
}

/**
 * The remote picture is there. The meter begins with the callee's word, and `advance` then takes the first minute; until the
 * caller says so too, within CALL_SUCCESS_GRACE_MS, it earns nothing.
 */
export async function seePicture(turn: PartyTurn): Promise<Answered<object>> {
  const { call, side, now } = turn;
  if (!isInCall(turn) || call.state === 'ringing') return fail('closed');
  const { caller, callee } = call;
  if (side === 'caller' && call.state === 'connected' && !caller.seen) hearCaller(call, true, now);
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

/** Of both devices only those two that are in the call. */
export const isInCall = ({ call, side, from }: Pick<PartyTurn, 'call' | 'side' | 'from'>) => call[side].jid === from;

/** For as long as the call can go on, and the time in which it must come to stand. */
export async function relaysOf({ tx, call, settings, now }: Turn, side: SideName) {
  const seconds = (await secondsLeft(tx, call, now)) + CALL_SETUP_TIMEOUT_MS / 1_000;
  return relaysFor(settings.relays, { sid: call.sid, side, now, seconds });
}
