import type { Asks, Hears, HubEvent } from '../../contract/calls/hub.ts';
import { jidOfUid } from '../../contract/jid.ts';
import { fail, ok } from '../../contract/result.ts';
import { stopRinging } from '../away/telling/tell.ts';
import type { Database } from '../database/connect.ts';
import { passSignal, relaysOfBoth, ringingRelays, tellAnswered } from './actions/negotiation.ts';
import { act, isForEnded, type PartyRequest } from './actions/party.ts';
import { advance } from './advance.ts';
import { ringAway } from './away.ts';
import { type Begun, beginCall, type Wanted } from './begin.ts';
import { type Call, isLive, sideOf } from './call.ts';
import { createKeptSignals } from './kept-signals.ts';
import { queueMeter, queueMeterOf } from './reading.ts';
import { answerRinging, confirmPicture, dueCalls, findCall, liveCallsOf, lockCall, saveCall } from './store.ts';
import type { Answered, CallSettings, OutboundEvent, Turn } from './turn.ts';

/** The sender of a request: the account and the full address of the device. */
export type From = { readonly uid: number; readonly jid: string };
export type Calls = ReturnType<typeof createCalls>;

const SWEPT_AT_ONCE = 200;

/**
 * The server's calls: rows of `call` that any process may change, one transaction per step. The caller passes the time of
 * the step in ms. Events are sent by `sendEvent` after the commit.
 */
export function createCalls(options: {
  readonly db: Database;
  readonly settings: CallSettings;
  sendEvent(to: string, event: HubEvent): void;
}) {
  const { db, settings, sendEvent } = options;
  const keptSignals = createKeptSignals();

  /** Locks the call, advances it to `now`, then runs `rest`. Undefined when there is no such call. */
  async function step<T>(sid: string, now: number, rest: (turn: Turn) => Promise<T>): Promise<T | undefined> {
    const outboundEvents: OutboundEvent[] = [];
    const result = await db.transaction(async (tx) => {
      const call = await lockCall(tx, sid);
      if (call === undefined) return undefined;
      const before: Call = { ...call, caller: { ...call.caller }, callee: { ...call.callee } };
      const turn: Turn = { tx, settings, call, now, outboundEvents };
      await advance(turn);
      const done = await rest(turn);
      // The step may have started a minute.
      await advance(turn);
      await queueMeter(turn, before);
      await saveCall(tx, before, call);
      return done;
    });
    for (const { to, event } of outboundEvents) sendEvent(to, event);
    return result;
  }

  async function advanceCall(sid: string, now: number): Promise<void> {
    await step(sid, now, async () => undefined);
  }

  /** Signals come in bursts from both sides, so they neither lock the call nor wait for its other steps. */
  async function pass(sid: string, said: Asks<'WebRTCContent'>, from: From, now: number): Promise<Answered<object>> {
    const kept = keptSignals.add(sid, from.jid, said.signal);
    if (kept === 'full') return fail('rate');
    const call = await findCall(db, sid);
    // Answered at another process, which knows nothing of what is kept here: the callee there has asked for a new offer.
    if (kept === 'kept' && call?.state === 'ringing') return ok({});
    if (kept === 'kept') keptSignals.take(sid);
    const side = call && isLive(call) ? sideOf(call, from.uid) : undefined;
    if (!call || side === undefined) return fail('sid-non-existent');
    const outboundEvents: OutboundEvent[] = [];
    const answer = passSignal({ call, side, from: from.jid, outboundEvents, now }, said);
    for (const { to, event } of outboundEvents) sendEvent(to, event);
    return answer;
  }

  /** The callee answers a call that rings for them; undefined where it does not. */
  async function takeRinging(sid: string, from: From, now: number): Promise<Hears<'CallReady'> | undefined> {
    const taken = await answerRinging(db, { sid, ...from, now });
    if (taken === undefined) return undefined;
    const outboundEvents: OutboundEvent[] = [];
    await stopRinging(db, from.uid, sid);
    const answer = tellAnswered({ settings, call: taken.call, now, outboundEvents }, taken.gems);
    for (const { to, event } of outboundEvents) sendEvent(to, event);
    return { ...answer, signals: keptSignals.take(sid) };
  }

  /** A picture arrived; undefined where the call has to be looked at as a whole. */
  async function takePicture(sid: string, from: From, now: number): Promise<Answered<object> | undefined> {
    const confirmed = await confirmPicture(db, { sid, ...from, now });
    if (confirmed === undefined) return undefined;
    const outboundEvents: OutboundEvent[] = [];
    if (confirmed.started) queueMeterOf({ call: confirmed.started.call, now, outboundEvents }, confirmed.started.gems);
    for (const { to, event } of outboundEvents) sendEvent(to, event);
    return ok({});
  }

  /** Advances the calls of these people, so that a call that should have ended does not block a new one. */
  async function freshen(uids: readonly number[], now: number): Promise<void> {
    const live = await liveCallsOf(db, uids);
    await advanceAll(
      live.map(({ sid }) => sid),
      now,
    );
  }
  async function advanceAll(sids: readonly string[], now: number): Promise<void> {
    for (const sid of sids) await advanceCall(sid, now);
  }

  async function begin(wanted: Wanted): Promise<Answered<Begun>> {
    const begun = await beginCall(db, wanted, true);
    if (!('live' in begun)) return begun;
    await advanceAll(begun.live, wanted.now);
    const again = await beginCall(db, wanted, false);
    return 'live' in again ? fail('busy') : again;
  }

  async function ring(
    kind: 'paid' | 'silver' | 'callback',
    callee: number,
    from: From,
    now: number,
  ): Promise<Answered<Hears<'SessionRequest'>>> {
    const { uid: caller, jid: callerJid } = from;
    const begun = await begin({ kind, caller, callee, callerJid, site: await settings.site.read(db), now });
    if (!begun.ok) return begun;
    const { call } = begun.value;
    keptSignals.open(call.sid, from, now);
    const { sid, ...terms } = answerOf(call);
    const data = { caller: begun.value.caller, ...terms };
    sendEvent(jidOfUid(callee, settings.domain), { name: 'Ring', sid, data });
    await ringAway(db, call);
    const costs = call.silver > 0 ? { silver: call.silver } : {};
    return ok({ sid, ...terms, ...costs, relays: ringingRelays(settings, call, now) });
  }

  return {
    /** Performs an action of one side on their call. Anybody else gets the answer of an unknown call. */
    async perform(request: PartyRequest, from: From, now: number): Promise<Answered<object>> {
      if (request.name === 'WebRTCContent') return pass(request.sid, request.data, from, now);
      const taken = request.name === 'CallReady' ? await takeRinging(request.sid, from, now) : undefined;
      if (taken) return ok(taken);
      const confirmed = request.name === 'SessionSuccess' ? await takePicture(request.sid, from, now) : undefined;
      if (confirmed) return confirmed;
      const answer = await step(request.sid, now, async (turn): Promise<Answered<object>> => {
        const side = sideOf(turn.call, from.uid);
        if (side === undefined) return fail('sid-non-existent');
        if (!isLive(turn.call) && !isForEnded(request)) return fail('sid-non-existent');
        return act({ ...turn, side, from: from.jid }, request);
      });
      if (!answer?.ok) return answer ?? fail('sid-non-existent');
      if (request.name === 'CallAccept') keptSignals.move(request.sid, from);
      if (isForEnded(request)) keptSignals.take(request.sid);
      return answer;
    },

    /** A user calls an anchor, or a friend a friend. */
    async request(
      { callee, kind }: Asks<'SessionRequest'>,
      from: From,
      now: number,
    ): Promise<Answered<Hears<'SessionRequest'>>> {
      return ring(kind, callee, from, now);
    },

    /** Starts the call that an anchor asked a user for. */
    callBack: (anchor: number, from: From, now: number) => ring('callback', anchor, from, now),

    /** Starts a match call after both sides agreed: it begins answered, with free seconds. */
    async agree({ viewer, anchor, price }: { viewer: From; anchor: From; price: number }, now: number) {
      const people = { caller: viewer.uid, callerJid: viewer.jid, callee: anchor.uid, calleeJid: anchor.jid };
      const begun = await begin({ kind: 'match', ...people, price, site: await settings.site.read(db), now });
      if (!begun.ok) return begun;
      const { call } = begun.value;
      // Nothing is paid yet, so their gems do not count.
      const relays = relaysOfBoth({ settings, call, now }, 0);
      return ok({ ...answerOf(call), relays });
    },

    freshen,

    /** Advances all calls that are due. A failure does not stop the others; the first one is thrown at the end. */
    async sweep(now: number): Promise<void> {
      const failures: unknown[] = [];
      for (const sid of await dueCalls(db, now, SWEPT_AT_ONCE)) {
        await advanceCall(sid, now).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

const answerOf = ({ sid, kind, price, freeSeconds, startTime }: Call): Hears<'SessionRequest'> => ({
  ...{ sid, kind, price, freeSeconds, startTime },
});
