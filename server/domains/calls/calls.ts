import type { HubEvent, HubRequestData, HubResponseData } from '../../../contract/calls/hub.ts';
import type { CallTerms } from '../../../contract/calls/hub-shapes.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Database } from '../../platform/database/connect.ts';
import { passSignal, relaysOfBoth, ringingRelays } from './actions/negotiation.ts';
import { act, isForEnded, type PartyRequest } from './actions/party.ts';
import { advance, nextDue } from './billing/advance.ts';
import { beginCall, type CallRequest, type StartedCall } from './billing/begin.ts';
import { endCall } from './billing/end.ts';
import {
  applyBeats,
  createHeartbeatBuffer,
  type Meter,
  readUneventfulMeter,
  type SentBeats,
} from './billing/heartbeat-buffer.ts';
import { type Call, isLive, type SideName, sideOf } from './call.ts';
import type { Answered, CallContext, CallSettings, OutboundEvent } from './call-context.ts';
import { createSignalBuffer } from './hub/signal-buffer.ts';
import { prepaidSeconds, queueMeter } from './reading.ts';
import {
  type CallAndGems,
  dueCalls,
  findCall,
  liveCallsOf,
  lockCall,
  lockFreeCalls,
  saveCall,
  saveHeartbeats,
} from './store.ts';

/** The sender of a hub request: the account, and the full JID of the device. */
export type RequestSender = { readonly uid: number; readonly jid: string };
/** The call service of a process, made by `createCalls`. */
export type Calls = ReturnType<typeof createCalls>;

const SWEPT_AT_ONCE = 200;

/**
 * Creates the call service of this process, which the hub calls. Calls are rows of `call` that any process may change, one transaction
 * per action. Each method gets the current time in ms. Events are sent by `sendEvent` after the commit.
 */
export function createCalls(options: {
  readonly db: Database;
  readonly settings: CallSettings;
  sendEvent(to: string, event: HubEvent): void;
}) {
  const { db, settings, sendEvent } = options;
  const keptSignals = createSignalBuffer();
  const beats = createHeartbeatBuffer();

  const sendAll = (outboundEvents: readonly OutboundEvent[]): void => {
    for (const { to, event } of outboundEvents) sendEvent(to, event);
  };

  /**
   * Locks the call, advances it to `now`, then runs `rest` in the same transaction. Undefined when there is no such call. `isOurs`:
   * this process gets requests of the call's devices, so its row is cached for their heartbeats.
   */
  async function step<T>(
    sid: string,
    now: number,
    rest: (context: CallContext) => Promise<T>,
    isOurs = beats.has(sid),
  ): Promise<T | undefined> {
    const outboundEvents: OutboundEvent[] = [];
    let stepped: Call | undefined;
    let gems: number | undefined;
    const result = await db.transaction(async (tx) => {
      const call = await lockCall(tx, sid);
      if (call === undefined) return undefined;
      const before: Call = { ...call, caller: { ...call.caller }, callee: { ...call.callee } };
      const context: CallContext = { tx, settings, call, now, outboundEvents };
      stepped = call;
      beats.merge(context);
      await advance(context);
      const done = await rest(context);
      // `rest` may have started the meter or a minute.
      await advance(context);
      gems = await queueMeter(context, before);
      await saveCall(tx, before, call);
      return done;
    });
    if (stepped === undefined) beats.forget(sid);
    else if (isOurs) beats.update(stepped, gems, now);
    sendAll(outboundEvents);
    return result;
  }

  async function advanceCall(sid: string, now: number): Promise<void> {
    await step(sid, now, async () => undefined);
  }

  /**
   * Writes heartbeats that change nothing but times, for all calls at once, and returns those calls; a minute may be due in them. Other
   * calls, also those locked by other transactions, are not changed: they must be advanced.
   */
  async function writeBeats(sent: readonly SentBeats[], now: number): Promise<CallAndGems[]> {
    const bySid = new Map(sent.map((one) => [one.sid, one]));
    const written = await db.transaction(async (tx) => {
      const locked = await lockFreeCalls(tx, [...bySid.keys()]);
      const applied = locked.filter(({ call }) => applyBeats(call, bySid.get(call.sid) ?? { sid: call.sid }, now));
      for (const { call } of applied) call.dueAt = nextDue({ call, settings, now });
      await saveHeartbeats(
        tx,
        applied.map(({ call }) => call),
      );
      return applied;
    });
    for (const { call, gems } of written) beats.update(call, gems, now);
    return written;
  }

  /**
   * Buffers or writes a heartbeat that changes nothing but its time, and returns the meter. Undefined for any other heartbeat, for which
   * the call has to be locked and advanced.
   */
  async function bufferHeartbeat(
    sid: string,
    { flowing, usable }: HubRequestData<'SessionHeartbeat'>,
    from: RequestSender,
    now: number,
  ): Promise<Meter | undefined> {
    if (!flowing || usable === false) return undefined;
    const buffered = beats.buffer(sid, from, now);
    if (typeof buffered === 'object') return buffered;
    if (buffered !== 'write') return undefined;
    const beat = { jid: from.jid, at: now };
    const [written] = await writeBeats([{ sid, caller: beat, callee: beat }], now);
    const side = written && sideOf(written.call, from.uid);
    if (!written || !side) return undefined;
    beats.heard(sid, side, now);
    return written.call.dueAt > now ? readUneventfulMeter(written.call, side, now, written.gems) : undefined;
  }

  /** Writes all buffered heartbeats; calls that `writeBeats` could not write are advanced one by one. */
  async function writeBuffered(now: number): Promise<void> {
    const sent = beats.toWrite(now);
    if (sent.length === 0) return;
    const written = new Set((await writeBeats(sent, now)).map(({ call }) => call.sid));
    await eachOf(
      sent.filter(({ sid }) => !written.has(sid)),
      ({ sid }) => advanceCall(sid, now),
    );
  }

  /**
   * Relays a signal, or buffers one of the caller while the call rings. Signals arrive in bursts from both sides, so they neither lock the
   * call nor wait for its other actions.
   */
  async function pass(
    sid: string,
    said: HubRequestData<'WebRTCContent'>,
    from: RequestSender,
    now: number,
  ): Promise<Answered<object>> {
    const kept = keptSignals.add(sid, from.jid, said.signal);
    if (kept === 'full') return fail('rate');
    const call = await findCall(db, sid);
    // If the callee answered at another process, that one does not know the buffered signals: its callee asks for a new offer.
    if (kept === 'kept' && call?.state === 'ringing') return ok({});
    if (kept === 'kept') keptSignals.take(sid);
    const side = call && isLive(call) ? sideOf(call, from.uid) : undefined;
    if (!call || side === undefined) return fail('sid-non-existent');
    const outboundEvents: OutboundEvent[] = [];
    const answer = passSignal({ call, side, from: from.jid, outboundEvents, now }, said);
    sendAll(outboundEvents);
    return answer;
  }

  /** Advances the live calls of these users, so that a call that should have ended does not block a new one. */
  async function freshen(uids: readonly number[], now: number): Promise<void> {
    const live = await liveCallsOf(db, uids);
    for (const { sid } of live) await advanceCall(sid, now);
  }

  /** Creates a call. If either party is in a live call, such calls are advanced, as their deadlines may have passed, and it tries again. */
  async function begin(request: CallRequest): Promise<Answered<StartedCall>> {
    const begun = await db.transaction((tx) => beginCall(tx, request));
    if (!('live' in begun)) return begun;
    for (const sid of begun.live) await advanceCall(sid, request.now);
    const again = await db.transaction((tx) => beginCall(tx, request));
    return 'live' in again ? fail(again.refusal) : again;
  }

  /** Creates a call and sends Ring to the callee's devices. `kind`: see `CALL_KINDS`. `shown`: the terms that the caller saw before. */
  async function ring(
    { kind, callee, shown }: Pick<CallRequest, 'callee'> & { kind: 'paid' | 'silver' | 'callback'; shown: CallTerms },
    from: RequestSender,
    now: number,
  ): Promise<Answered<HubResponseData<'SessionRequest'>>> {
    const { uid: caller, jid: callerJid } = from;
    const begun = await begin({ kind, caller, callee, shown, callerJid, site: await settings.site.read(db), now });
    if (!begun.ok) return begun;
    const { call } = begun.value;
    keptSignals.open(call.sid, from, now);
    const { sid, ...terms } = answerOf(call);
    const data = { caller: begun.value.caller, ...terms };
    sendEvent(jidOfUid(callee, settings.domain), { name: 'Ring', sid, data });
    const costs = call.silver > 0 ? { silver: call.silver } : {};
    return ok({ sid, ...terms, ...costs, relays: ringingRelays(settings, call, now) });
  }

  return {
    /** Performs an action of one side on its call. Other users get the answer for an unknown call. */
    async perform(request: PartyRequest, from: RequestSender, now: number): Promise<Answered<object>> {
      if (request.name === 'WebRTCContent') return pass(request.sid, request.data, from, now);
      const { sid } = request;
      if (request.name === 'SessionHeartbeat') {
        const meter = await bufferHeartbeat(sid, request.data, from, now);
        if (meter !== undefined) return ok(meter);
      }
      let side: SideName | undefined;
      const answer = await step(
        sid,
        now,
        async (context): Promise<Answered<object>> => {
          side = sideOf(context.call, from.uid);
          if (side === undefined) return fail('sid-non-existent');
          if (!isLive(context.call) && !isForEnded(request)) return fail('sid-non-existent');
          return act({ ...context, side, from: from.jid }, request);
        },
        true,
      );
      if (!answer?.ok) return answer ?? fail('sid-non-existent');
      if (request.name === 'SessionHeartbeat' && side) beats.heard(sid, side, now);
      if (request.name === 'CallAccept') keptSignals.move(sid, from);
      if (isForEnded(request)) keptSignals.take(sid);
      // Taken after the commit: until then the call rings, and signals of its caller are buffered.
      return request.name === 'CallReady' ? ok({ ...answer.value, signals: keptSignals.take(sid) }) : answer;
    },

    /** Starts the call of a user to an anchor, or of a friend to a friend. */
    async request(
      { callee, kind, shown }: HubRequestData<'SessionRequest'>,
      from: RequestSender,
      now: number,
    ): Promise<Answered<HubResponseData<'SessionRequest'>>> {
      return ring({ kind, callee, shown }, from, now);
    },

    /** Starts the call that an anchor requested by a callback, for the user who accepts it (`from`). */
    callBack: (anchor: number, shown: CallTerms, from: RequestSender, now: number) =>
      ring({ kind: 'callback', callee: anchor, shown }, from, now),

    /** Starts a match call that both sides accepted: it is answered from the start and has free seconds. */
    async agree(
      { viewer, anchor, price }: { viewer: RequestSender; anchor: RequestSender; price: number },
      now: number,
    ) {
      const people = { caller: viewer.uid, callerJid: viewer.jid, callee: anchor.uid, calleeJid: anchor.jid };
      const begun = await begin({ kind: 'match', ...people, price, site: await settings.site.read(db), now });
      if (!begun.ok) return begun;
      const { call } = begun.value;
      // Zero gems: the match is free until it is converted, so the credentials need not outlast the free time.
      const relays = relaysOfBoth({ settings, call, now }, 0);
      return ok({ ...answerOf(call), relays });
    },

    freshen,

    /** Ends a live random match because the media check refused pictures of a side. Both get the receipt. */
    async endMatch(sid: string, now: number): Promise<void> {
      await step(sid, now, async (context) => {
        if (!isLive(context.call) || context.call.kind !== 'match') return;
        await endCall(context, { at: now, reason: 'contentCheck', rejectType: '', event: 'SessionTerminate' });
      });
    },

    /** Writes the buffered heartbeats of this process: called each second, and before the process ends. */
    writeBeats: writeBuffered,
    /** Drops the cached gems of a user who bought gems. */
    recharged: beats.forgetGems,

    /** Advances the calls that are due, at most SWEPT_AT_ONCE. A failure does not stop the others; the first one is thrown at the end. */
    async sweep(now: number): Promise<void> {
      await eachOf(await dueCalls(db, now, SWEPT_AT_ONCE), (sid) => advanceCall(sid, now));
    },
  };
}

/** Runs the work sequentially. A failure does not stop the others; the first one is thrown at the end. */
async function eachOf<T>(all: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of all) await run(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const answerOf = (call: Call): HubResponseData<'SessionRequest'> => ({
  sid: call.sid,
  kind: call.kind,
  price: call.price,
  freeSeconds: prepaidSeconds(call),
  startTime: call.startTime,
});
