import { CALL_STATUS } from '#contract/calls/calls.ts';
import { readEvent } from '#contract/calls/hub.ts';
import { CALL_SETUP_TIMEOUT_MS } from '#contract/calls/rules.ts';
import { isExternalId } from '#contract/ids.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { RING_MAX_AGE_MS } from '#contract/push/rules.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import type { CorePart } from '../base/part.ts';
import { createCallbackRequests } from './callback-requests.ts';
import { type CallCommands, createCallCommands } from './commands.ts';
import { createEffects } from './effects.ts';
import { isLive } from './endings.ts';
import { createHubLine } from './hub-line.ts';
import type { Call, CallEvent } from './machine.ts';
import { createMatch } from './match.ts';
import type { CallParts } from './ports.ts';
import { fetchRecords } from './records.ts';
import { createSignals } from './signals.ts';
import { stepCall } from './step.ts';

/** The core part for calls, random match and callback requests. */
export type Calls = CorePart<CallCommands> & {
  /** Sid of the ringing incoming call; empty when none rings. */
  ringingSid(): string;
};

/**
 * Creates the calls part. It runs the call machine: events are applied one after the other, and every state is
 * written in order.
 */
export function createCalls(parts: CallParts): Calls {
  const { app, chat, session } = parts;
  const line = createHubLine();
  const signals = createSignals(app, line);
  let call: Call | undefined;
  let hub = '';
  let domain = '';
  let resource = '';
  const writing = createSerialQueue();
  /** Events buffered from the opening of a stream until requests can be sent on it, for example those replayed after a resume. */
  let early: (() => void)[] | undefined;
  const inTurn = (run: () => void) => (early ? early.push(run) : run());

  /** Applies an event. Resolves when the resulting state is stored. */
  function dispatch(event: CallEvent): Promise<void> {
    const before = call;
    const [next, todo] = stepCall(call, event);
    call = next;
    if (next !== before) {
      writing.add(() => write(next)).catch((error: unknown) => console.warn('failed to store the call', error));
    }
    for (const effect of todo) effects.perform(effect);
    return writing.idle();
  }

  async function write(next: Call | undefined): Promise<void> {
    await app.transaction('rw', app.state, async () => {
      // The call is cleared, or the user signed out meanwhile: no row may stay.
      if (!next || !(await app.state.get('session'))) await app.state.delete('call');
      else await app.state.put({ key: 'call', ...next });
    });
  }

  const effects = createEffects({ ...parts, line, signals, dispatch, call: () => call });
  const callbackRequests = createCallbackRequests({ app, chat, line, call: () => call });
  const match = createMatch({ ...parts, line, dispatch, relays: effects.keepRelays, isLive: () => isLive(call) });

  /** Takes over the call of an earlier worker and restarts its timers. The tab that owned the media may be closed. */
  async function restore(): Promise<void> {
    const row = await app.state.get('call');
    await Promise.all([match.restore(), callbackRequests.restore(), signals.restore()]);
    if (row?.key !== 'call') return;
    const { key: _key, ...storedCall } = row;
    call = storedCall;
    if (!isLive(storedCall)) return;
    if (storedCall.ownerTab !== '') parts.tabs.attach(storedCall.ownerTab);
    // The hub's response went to a worker that no longer exists, so the call is ended.
    if (storedCall.status === CALL_STATUS.INITIAL) await dispatch({ type: 'hung-up', at: parts.now() });
    else if (storedCall.status === CALL_STATUS.CONNECTED) effects.perform({ type: 'beat' });
    else {
      const ms = Math.max(0, CALL_SETUP_TIMEOUT_MS - (parts.now() - storedCall.startTime));
      effects.perform({ type: 'schedule', what: 'setup-due', ms, id: storedCall.id });
    }
    // The tab could not rejoin while no core ran, so its grace period starts again.
    if (storedCall.rejoinUntil > 0) {
      call = { ...storedCall, rejoinUntil: 0 };
      await dispatch({ type: 'owner-gone', tab: storedCall.ownerTab, deviceNow: Date.now() });
    }
  }

  /**
   * Asks the hub about the call that a recent push announced, unless a call is live, and rings if the hub confirms it: the invitation is
   * read from the archive, and archived invitations do not ring.
   */
  async function askAboutRing(): Promise<void> {
    const row = await app.state.get('ring');
    if (row?.key !== 'ring') return;
    await app.state.delete('ring');
    if (isLive(call) || Math.abs(Date.now() - row.at) > RING_MAX_AGE_MS) return;
    const [response, own] = [await line.ask('CallCheck', row.sid, {}), await session()];
    if (response.ok && own) effects.ring(row.sid, own.services.domain, response.value);
  }

  return {
    ringingSid: () => (call?.status === CALL_STATUS.CALLIN ? call.sid : ''),
    commands: createCallCommands({
      ...parts,
      line,
      signals,
      match,
      callbackRequests,
      effects,
      dispatch,
      call: () => call,
    }),
    onSignedIn: restore,
    /** Sets the hub of the new stream and discards buffered events of the last one. */
    onStreamOpening(row, ownJid) {
      early = [];
      hub = row.services.hub;
      domain = row.services.domain;
      resource = ownJid.slice(ownJid.indexOf('/') + 1);
    },
    onStreamUp({ request }, resumed) {
      line.open(request, hub);
      void dispatch({ type: 'stream-up', resumed });
      signals.flush(resumed);
      match.streamUp();
      const waited = early ?? [];
      early = undefined;
      for (const run of waited) run();
      askAboutRing().catch((error: unknown) => console.warn('failed to check the call of a push', error));
      if (!resumed) void session().then((own) => own && fetchRecords(chat, app, own, line).catch(() => {}));
    },
    /** From now on requests to the hub fail, and own signals wait for the next stream. */
    onStreamDown: line.close,
    onPush(stanza) {
      const event = readEvent(stanza, hub);
      if (!event) return false;
      // The event also goes to the call machine, because the call's remaining time increases.
      if (event.name === 'ReChargeSuccess') parts.onRecharged();
      if (event.name === 'Ring') inTurn(() => effects.ring(event.sid, domain, event.data));
      else
        inTurn(() => {
          if (!match.take(event) && !callbackRequests.take(event))
            void dispatch({ type: 'hub', at: parts.now(), deviceNow: Date.now(), event, ownResource: resource });
        });
      return true;
    },
    /** An invitation rings only after the hub has confirmed the call. Usually the hub's Ring event has arrived before it. */
    onMessage({ envelope, peer, out }) {
      if (out || peer.service || envelope.type !== 10) return;
      const sid = envelope.x.getChild('call')?.attrs['sid'];
      if (!isExternalId(sid)) return;
      const caller = { uid: peer.uid, jid: peer.bare, nickName: cleanNick(envelope.nick), avatarUrl: '' };
      inTurn(() => void dispatch({ type: 'invited', sid, peer: caller }));
    },
    onMessageRefused: (stanzaId) => void dispatch({ type: 'invitation-refused', at: parts.now(), sid: stanzaId }),
    onTabGone(tab) {
      void dispatch({ type: 'owner-gone', tab, deviceNow: Date.now() });
      match.tabGone(tab);
    },
    async onSigningOut() {
      await match.stop();
      callbackRequests.stop();
      await dispatch({ type: 'hung-up', at: parts.now() });
      effects.perform({ type: 'stop' });
      call = undefined;
      // The wipe that follows also deletes the call record, so it must be written before.
      await effects.recorded();
    },
    whenIdle: effects.whenFree,
  };
}
