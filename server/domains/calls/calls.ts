import type { HubEvent, HubRequestData, HubResponseData } from '../../../contract/calls/hub.ts';
import type { CallTerms } from '../../../contract/calls/hub-shapes.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Database } from '../../platform/database/connect.ts';
import { CANCELLED, endingOf } from './actions/ending.ts';
import { notifyAnswered, passSignal, relaysOfBoth, ringingRelays, termsOf } from './actions/negotiation.ts';
import { act, isForEnded, type PartyRequest, type StepRequest } from './actions/party.ts';
import { advance } from './billing/advance.ts';
import { beginCall, type StartedCall, type Wanted } from './billing/begin.ts';
import { queueEnd } from './billing/end.ts';
import { createHeartbeatBuffer, type Meter, readCalm } from './billing/heartbeat-buffer.ts';
import {
  answerRinging,
  type CallAndGems,
  checkRinging,
  confirmPicture,
  convertMatch,
  endForParty,
  takeMinute,
  writeBeats,
} from './billing/steps.ts';
import { type Call, isLive, type SideName, sideOf } from './call.ts';
import type { Answered, CallContext, CallSettings, OutboundEvent } from './call-context.ts';
import { createSignalBuffer } from './hub/signal-buffer.ts';
import { queueForDevice } from './outbound.ts';
import { queueMeter, queueMeterOf } from './reading.ts';
import { receiptOf } from './receipts.ts';
import { dueCalls, findCall, liveCallsOf, lockCall, saveCall } from './store.ts';

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
    const result = await db.transaction(async (tx) => {
      const call = await lockCall(tx, sid);
      if (call === undefined) return undefined;
      const before: Call = { ...call, caller: { ...call.caller }, callee: { ...call.callee } };
      const context: CallContext = { tx, settings, call, now, outboundEvents };
      stepped = call;
      beats.merge(context);
      await advance(context);
      const done = await rest(context);
      // `rest` may have started a minute.
      await advance(context);
      await queueMeter(context, before);
      await saveCall(tx, before, call);
      return done;
    });
    if (stepped === undefined) beats.forget(sid);
    else if (isOurs) beats.know(stepped, undefined, now);
    sendAll(outboundEvents);
    return result;
  }

  async function advanceCall(sid: string, now: number): Promise<void> {
    await step(sid, now, async () => undefined);
  }

  /** Charges a minute that is due in one statement, or advances the call when more is due. */
  async function advanceMinute(sid: string, now: number): Promise<void> {
    const taken = await takeMinute(db, sid, now);
    if (taken === undefined) return advanceCall(sid, now);
    if (beats.has(sid)) beats.know(taken.call, taken.gems, now);
    tellMeter(taken, now);
  }

  function tellMeter({ call, gems }: CallAndGems, now: number): void {
    const outboundEvents: OutboundEvent[] = [];
    queueMeterOf({ call, now, outboundEvents }, gems);
    sendAll(outboundEvents);
  }

  /**
   * Buffers or writes a heartbeat that changes nothing but its time, and returns the meter. Undefined for any other heartbeat, which is
   * then handled with the row locked.
   */
  async function bufferHeartbeat(
    sid: string,
    { flowing }: HubRequestData<'SessionHeartbeat'>,
    from: RequestSender,
    now: number,
  ): Promise<Meter | undefined> {
    if (!flowing) return undefined;
    let kept = beats.keep(sid, from, now);
    if (kept === 'minute') {
      await advanceMinute(sid, now);
      kept = beats.keep(sid, from, now);
    }
    if (typeof kept === 'object') return kept;
    if (kept !== 'write') return undefined;
    const beat = { jid: from.jid, at: now };
    const [written] = await writeBeats(db, [{ sid, caller: beat, callee: beat }], now);
    const side = written && sideOf(written.call, from.uid);
    if (!written || !side) return undefined;
    const gems = written.gems ?? beats.gemsOf(sid);
    beats.know(written.call, gems, now);
    beats.heard(sid, side, now);
    if (written.call.dueAt > now) return readCalm(written.call, side, now, gems ?? 0);
    return undefined;
  }

  /** Writes all buffered heartbeats in one statement; calls that it skipped are locked and advanced one by one. */
  async function writeKept(now: number): Promise<void> {
    const sent = beats.toWrite(now);
    if (sent.length === 0) return;
    const written = await writeBeats(db, sent, now);
    for (const { call, gems } of written) beats.know(call, gems ?? beats.gemsOf(call.sid), now);
    const done = new Set(written.map(({ call }) => call.sid));
    await eachOf(
      sent.filter(({ sid }) => !done.has(sid)),
      ({ sid }) => advanceCall(sid, now),
    );
  }

  /** Relays a signal. Signals arrive in bursts from both sides, so they neither lock the call nor wait for its other actions. */
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

  /** The callee answers a ringing call; undefined when it does not ring for them. */
  async function takeRinging(
    sid: string,
    from: RequestSender,
    now: number,
  ): Promise<HubResponseData<'CallReady'> | undefined> {
    const taken = await answerRinging(db, { sid, ...from, now });
    if (taken === undefined) return undefined;
    const outboundEvents: OutboundEvent[] = [];
    const answer = notifyAnswered({ settings, call: taken.call, now, outboundEvents }, taken.gems);
    sendAll(outboundEvents);
    return { ...answer, signals: keptSignals.take(sid) };
  }

  /** Handles SessionSuccess in one statement; undefined when the call has to be locked and advanced. */
  async function takePicture(sid: string, from: RequestSender, now: number): Promise<Answered<object> | undefined> {
    const confirmed = await confirmPicture(db, { sid, ...from, now });
    if (confirmed === undefined) return undefined;
    if (confirmed.started) {
      beats.know(confirmed.started.call, confirmed.started.gems, now);
      tellMeter(confirmed.started, now);
    }
    return ok({});
  }

  /** Ends the call for one side in one statement; undefined when the call has to be locked and advanced. */
  async function takeEnd(request: EndRequest, from: RequestSender, now: number): Promise<Answered<object> | undefined> {
    const { name, sid } = request;
    const cancels = name === 'CallCancel';
    const why = cancels ? CANCELLED : endingOf(request.data);
    const call = await endForParty(db, { sid, ...from, now }, { ...why, cancels }, settings.aliveSince());
    const side = call && sideOf(call, from.uid);
    if (!call || !side) return undefined;
    const outboundEvents: OutboundEvent[] = [];
    queueEnd({ call, settings, now, outboundEvents }, { ...why, event: cancels ? 'SessionTerminate' : name });
    beats.forget(sid);
    keptSignals.take(sid);
    sendAll(outboundEvents);
    return ok(cancels ? {} : { receipt: receiptOf(call, side) });
  }

  /** Converts a match to a paid call in one statement; undefined when the call has to be locked and advanced. */
  async function takeConversion(
    sid: string,
    { price }: HubRequestData<'MatchToFlash'>,
    from: RequestSender,
    now: number,
  ): Promise<Answered<object> | undefined> {
    const converted = await convertMatch(db, { sid, ...from, now }, price);
    if (converted === undefined) return undefined;
    const { call, gems } = converted;
    const outboundEvents: OutboundEvent[] = [];
    queueForDevice({ call, outboundEvents }, 'callee', { name: 'MatchToFlash', data: { price: call.price } });
    sendAll(outboundEvents);
    if (beats.has(sid)) beats.know(call, gems, now);
    tellMeter(converted, now);
    return ok({ price: call.price });
  }

  /** Performs the action in one statement if possible; undefined when the call has to be locked and advanced. */
  async function takeAtOnce(
    request: StepRequest,
    from: RequestSender,
    now: number,
  ): Promise<Answered<object> | undefined> {
    const { sid } = request;
    switch (request.name) {
      case 'SessionHeartbeat': {
        const meter = await bufferHeartbeat(sid, request.data, from, now);
        return meter && ok(meter);
      }
      case 'SessionSuccess':
        return takePicture(sid, from, now);
      case 'CallReady': {
        const answer = await takeRinging(sid, from, now);
        return answer && ok(answer);
      }
      case 'CallCheck': {
        const ringing = await checkRinging(db, { sid, ...from, now });
        return ringing && ok({ caller: ringing.caller, ...termsOf(ringing.call) });
      }
      case 'MatchToFlash':
        return takeConversion(sid, request.data, from, now);
      case 'CallCancel':
      case 'SessionTerminate':
      case 'SessionFail':
        return takeEnd(request, from, now);
      default:
        return undefined;
    }
  }

  /** Advances the live calls of these users, so that a call that should have ended does not block a new one. */
  async function freshen(uids: readonly number[], now: number): Promise<void> {
    const live = await liveCallsOf(db, uids);
    for (const { sid } of live) await advanceCall(sid, now);
  }

  /** Creates a call. Live calls of either party are advanced first, because their deadlines may have passed. */
  async function begin(wanted: Wanted): Promise<Answered<StartedCall>> {
    const begun = await beginCall(db, wanted, true);
    if (!('live' in begun)) return begun;
    for (const sid of begun.live) await advanceCall(sid, wanted.now);
    const again = await beginCall(db, wanted, false);
    return 'live' in again ? fail('busy') : again;
  }

  /** Creates a call and rings the callee. */
  async function ring(
    { kind, callee, shown }: Pick<Wanted, 'callee'> & { kind: 'paid' | 'silver' | 'callback'; shown: CallTerms },
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
      let heardFrom: SideName | undefined;
      const taken = await takeAtOnce(request, from, now);
      if (taken) return taken;
      const answer = await step(
        request.sid,
        now,
        async (context): Promise<Answered<object>> => {
          const side = sideOf(context.call, from.uid);
          if (side === undefined) return fail('sid-non-existent');
          if (!isLive(context.call) && !isForEnded(request)) return fail('sid-non-existent');
          const answered = await act({ ...context, side, from: from.jid }, request);
          if (request.name === 'SessionHeartbeat' && answered.ok) heardFrom = side;
          return answered;
        },
        true,
      );
      if (heardFrom) beats.heard(request.sid, heardFrom, now);
      if (!answer?.ok) return answer ?? fail('sid-non-existent');
      if (request.name === 'CallAccept') keptSignals.move(request.sid, from);
      if (isForEnded(request)) keptSignals.take(request.sid);
      return answer;
    },

    /** Starts the call of a user to an anchor, or of a friend to a friend. */
    async request(
      { callee, kind, shown }: HubRequestData<'SessionRequest'>,
      from: RequestSender,
      now: number,
    ): Promise<Answered<HubResponseData<'SessionRequest'>>> {
      return ring({ kind, callee, shown }, from, now);
    },

    /** Starts the call that an anchor requested from a user. */
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

    /** Writes the buffered heartbeats of this process: called each second, and before the process ends. */
    writeBeats: writeKept,
    /** Drops the cached gems of a user whose wallet was credited. */
    recharged: beats.forgetGems,

    /** Advances all calls that are due. A failure does not stop the others; the first one is thrown at the end. */
    async sweep(now: number): Promise<void> {
      await eachOf(await dueCalls(db, now, SWEPT_AT_ONCE), ({ sid, isCalm }) =>
        isCalm ? advanceMinute(sid, now) : advanceCall(sid, now),
      );
    },
  };
}

type EndRequest = Extract<StepRequest, { readonly name: 'CallCancel' | 'SessionTerminate' | 'SessionFail' }>;

/** Runs the work sequentially. A failure does not stop the others; the first one is thrown at the end. */
async function eachOf<T>(all: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of all) await run(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const answerOf = ({ sid, kind, price, freeSeconds, startTime }: Call): HubResponseData<'SessionRequest'> => ({
  sid,
  kind,
  price,
  freeSeconds,
  startTime,
});
