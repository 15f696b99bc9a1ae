import type { Asks, Hears, HubEvent } from '../../contract/calls/hub.ts';
import { fail, ok } from '../../contract/result.ts';
import type { Database } from '../database/connect.ts';
import { passSignal, relaysOf } from './actions/negotiation.ts';
import { act, isForEnded, type PartyRequest } from './actions/party.ts';
import { advance } from './advance.ts';
import { beginCall } from './begin.ts';
import { type Call, isLive, sideOf } from './call.ts';
import { admit } from './people.ts';
import { tellMeter } from './reading.ts';
import { dueCalls, findCall, liveCallsOf, lockCall, saveCall } from './store.ts';
import type { Answered, CallSettings, Told, Turn } from './turn.ts';

/** Who asks, with the full address of the device. */
export type From = { readonly uid: number; readonly jid: string };
export type Calls = ReturnType<typeof createCalls>;

const SWEPT_AT_ONCE = 200;

/**
 * The calls of the server: rows of `call`, which any process may change, one transaction for each step. The time of each
 * step is given by whoever asks, in ms; what is to be said goes to `tell` after the commit.
 */
export function createCalls(options: {
  readonly db: Database;
  readonly settings: CallSettings;
  tell(to: string, event: HubEvent): void;
}) {
  const { db, settings, tell } = options;

  /** Holds the call, lets time pass, then does the rest. Undefined where there is no such call. */
  async function step<T>(sid: string, now: number, rest: (turn: Turn) => Promise<T>): Promise<T | undefined> {
    const told: Told[] = [];
    const result = await db.transaction(async (tx) => {
      const call = await lockCall(tx, sid);
      if (call === undefined) return undefined;
      const before: Call = { ...call, caller: { ...call.caller }, callee: { ...call.callee } };
      const turn: Turn = { tx, settings, call, now, told };
      await advance(turn);
      const done = await rest(turn);
      // Again: what was done may have begun a minute.
      await advance(turn);
      await tellMeter(turn, before);
      await saveCall(tx, before, call);
      return done;
    });
    for (const { to, event } of told) tell(to, event);
    return result;
  }

  async function letPass(sid: string, now: number): Promise<void> {
    await step(sid, now, async () => undefined);
  }

  /** Candidates come in bursts from both sides: nobody waits for the other, nor for what else happens to the call. */
  async function pass(sid: string, said: Asks<'WebRTCContent'>, from: From, now: number): Promise<Answered<object>> {
    const call = await findCall(db, sid);
    const side = call && isLive(call) ? sideOf(call, from.uid) : undefined;
    if (!call || side === undefined) return fail('sid-non-existent');
    const told: Told[] = [];
    const answer = passSignal({ call, side, from: from.jid, told, now }, said);
    for (const { to, event } of told) tell(to, event);
    return answer;
  }

  /** Lets time pass for the calls that these people are in, so that one that is over keeps nobody busy. */
  async function freshen(uids: readonly number[], now: number): Promise<void> {
    for (const { sid } of await liveCallsOf(db, uids)) await letPass(sid, now);
  }

  async function ring(
    kind: 'paid' | 'silver' | 'callback',
    callee: number,
    { uid: caller, jid: callerJid }: From,
    now: number,
  ): Promise<Answered<Hears<'SessionRequest'>>> {
    const admitted = await admit(db, caller, callee);
    if ('refuse' in admitted) return fail(admitted.refuse);
    const site = await settings.site.read(db);
    if (kind === 'silver' && !(admitted.isSilver && site.enableSilverClub)) return fail('no-allowance');
    await freshen([caller, callee], now);
    const begun = await beginCall(db, { kind, caller, callee, callerJid, price: admitted.price, site, now });
    return begun.ok ? ok(answerOf(begun.value)) : begun;
  }

  return {
    /** What one of the two asks about their call. To everybody else there is no such call. */
    async perform(request: PartyRequest, from: From, now: number): Promise<Answered<object>> {
      if (request.name === 'WebRTCContent') return pass(request.sid, request.data, from, now);
      const answer = await step(request.sid, now, async (turn): Promise<Answered<object>> => {
        const side = sideOf(turn.call, from.uid);
        if (side === undefined) return fail('sid-non-existent');
        if (!isLive(turn.call) && !isForEnded(request)) return fail('sid-non-existent');
        return act({ ...turn, side, from: from.jid }, request);
      });
      return answer ?? fail('sid-non-existent');
    },

    /** A user calls an anchor, or a friend a friend. */
    async request(
      { callee, kind }: Asks<'SessionRequest'>,
      from: From,
      now: number,
    ): Promise<Answered<Hears<'SessionRequest'>>> {
      return ring(kind, callee, from, now);
    },

    /** The user whom an anchor asked to call back does. */
    callBack: (anchor: number, from: From, now: number) => ring('callback', anchor, from, now),

    /** Two who were matched and said yes: the call begins answered, free for a while. */
    async agree({ viewer, anchor, price }: { viewer: From; anchor: From; price: number }, now: number) {
      const admitted = await admit(db, viewer.uid, anchor.uid);
      if ('refuse' in admitted) return fail(admitted.refuse);
      await freshen([viewer.uid, anchor.uid], now);
      const people = { caller: viewer.uid, callerJid: viewer.jid, callee: anchor.uid, calleeJid: anchor.jid };
      const site = await settings.site.read(db);
      const begun = await beginCall(db, { kind: 'match', ...people, price, site, now });
      if (!begun.ok) return begun;
      const call = begun.value;
      const relays = await db.transaction(async (tx) => {
        const turn: Turn = { tx, settings, call, now, told: [] };
        return { caller: await relaysOf(turn, 'caller'), callee: await relaysOf(turn, 'callee') };
      });
      return ok({ ...answerOf(call), relays });
    },

    freshen,

    /** Lets time pass for all calls that are due. One that fails does not hold up the others; it throws after them. */
    async sweep(now: number): Promise<void> {
      const failures: unknown[] = [];
      for (const sid of await dueCalls(db, now, SWEPT_AT_ONCE)) {
        await letPass(sid, now).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

const answerOf = ({ sid, kind, price, freeSeconds, startTime }: Call): Hears<'SessionRequest'> => ({
  ...{ sid, kind, price, freeSeconds, startTime },
});
