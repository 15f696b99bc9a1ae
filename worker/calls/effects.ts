import type { RelaySet } from '#contract/calls/calls.ts';
import type { HubResponseData } from '#contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '#contract/calls/rules.ts';
import { jidOfUid } from '#contract/jid.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { unreachable } from '#contract/result.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { refreshBalance } from '../wallet/balance.ts';
import { isLive } from './endings.ts';
import type { HubLine } from './hub-line.ts';
import { putInvitation } from './invite.ts';
import type { Call, CallEffect, CallEvent, Peer } from './machine.ts';
import type { CallParts } from './ports.ts';
import { fetchRecords, saveRecord, settleReceipt } from './records.ts';
import type { Signals } from './signals.ts';
import { attemptOf, endedOf, rootOf } from './tracked.ts';

/** The dependencies of the call effects. */
export type EffectPorts = CallParts & {
  readonly line: HubLine;
  readonly signals: Signals;
  readonly dispatch: (event: CallEvent) => Promise<void>;
  readonly call: () => Call | undefined;
};

/** Runs the effects of the call machine, and has the state of a call that is in memory only: TURN servers, media reports, timers. */
export type Effects = {
  perform(effect: CallEffect): void;
  /** Rings: the hub has named the caller, in a Ring event or in its response to CallCheck. */
  ring(sid: string, domain: string, said: HubResponseData<'CallCheck'>): void;
  /** Sends CallAccept, whose answer has TURN servers. Resolves when the hub has accepted or refused, and the call machine knows. */
  accept(sid: string): Promise<void>;
  /** Resolves when no session request and no CallReady is waiting for the hub. */
  asked(): Promise<unknown>;
  relays(): RelaySet | undefined;
  keepRelays(relays: RelaySet): void;
  /** Records a report of the page about its media, which the next heartbeat sends. */
  flows(report: { readonly flowing: boolean; readonly usable: boolean }): void;
  /** Resolves when the records of ended calls are stored. */
  recorded(): Promise<void>;
  /** Resolves when no call is active: a newer build waits until then (law 10). */
  readonly whenFree: () => Promise<void>;
};

/**
 * Returns the earliest expiry of the TURN credentials, in seconds of the server clock (the user name starts with it).
 * Infinity without any.
 */
export const relaysEnd = ({ servers }: RelaySet): number =>
  Math.min(
    ...servers.map(({ username }) =>
      username === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(username, 10),
    ),
  );

/** Creates the runner of the call machine's effects. All decisions are in `step.ts`. */
export function createEffects(ports: EffectPorts): Effects {
  const { app, chat, api, line, signals, dispatch, now } = ports;
  const timers = new Map<'setup-due' | 'owner-due', ReturnType<typeof setTimeout>>();
  let beats: ReturnType<typeof setInterval> | undefined;
  let relays: RelaySet | undefined;
  let accepting: Promise<void> | undefined;
  let asking: Promise<void> = Promise.resolve();
  /** The page's last report on the media, and its time (device clock, ms). */
  let flow = { flowing: true, usable: true, at: 0 };
  /**
   * True when a report since the last answered heartbeat said that no media arrived: the next heartbeat covers that
   * whole time.
   */
  let isMissing = false;
  /** Whether all reports since the last heartbeat said that the media were unusable; undefined without a report. */
  let isUnusable: boolean | undefined;
  let waiters: (() => void)[] = [];
  const recording = createSerialQueue();

  function perform(effect: CallEffect): void {
    switch (effect.type) {
      case 'request':
        asking = request(effect);
        return;
      case 'invite':
        void invite(effect);
        return;
      case 'check':
        void check(effect);
        return;
      case 'ready':
        asking = ready(effect.sid);
        return;
      case 'accept':
        void accept(effect.sid);
        return;
      case 'heartbeat':
        void heartbeat(effect.sid);
        return;
      case 'lengthen':
        void lengthen(effect.sid);
        return;
      case 'tell':
        void tell(effect.request);
        return;
      case 'schedule': {
        clearTimeout(timers.get(effect.what));
        const due = () => void dispatch({ type: effect.what, at: now(), id: effect.id });
        timers.set(effect.what, setTimeout(due, effect.ms));
        return;
      }
      case 'unschedule':
        clearTimeout(timers.get(effect.what));
        return;
      case 'beat':
        clearInterval(beats);
        flow = { flowing: true, usable: true, at: Date.now() };
        isMissing = false;
        isUnusable = undefined;
        beats = setInterval(
          () => void dispatch({ type: 'beat-due', at: now(), deviceNow: Date.now(), upSince: line.upSince() }),
          CALL_HEARTBEAT_INTERVAL_MS,
        );
        return;
      case 'relays':
        relays = effect.relays;
        return;
      case 'signal':
        void signals.put(effect.sid, [effect.signal]);
        return;
      case 'stop':
        stop();
        return;
      case 'record':
        record((own) => saveRecord(chat, own, effect.call));
        ports.track('call_end', endedOf(effect.call));
        if (effect.call.connectingTime > 0) ports.onCallEnded(effect.call.peer.uid);
        return;
      case 'settle':
        record((own) => settleReceipt(chat, app, own, effect.receipt));
        return;
      case 'fetch-records':
        record((own) => fetchRecords(chat, app, own, line));
        return;
      case 'refresh-account':
        void refreshBalance(app, api);
        return;
      default:
        unreachable(effect);
    }
  }

  function stop(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    clearInterval(beats);
    relays = undefined;
    signals.clear();
    const waited = waiters;
    waiters = [];
    for (const go of waited) go();
  }

  /** Serializes writes of records: the record written on this device must not overwrite a receipt. */
  function record(run: (own: NonNullable<Awaited<ReturnType<CallParts['session']>>>) => Promise<void>): void {
    recording
      .add(async () => {
        const own = await ports.session();
        if (own) await run(own);
      })
      .catch((error: unknown) => console.warn('failed to store a call record', error));
  }

  async function request({ id, callee, kind, source, callback, shown }: Extract<CallEffect, { type: 'request' }>) {
    const response =
      kind === 'callback'
        ? await line.ask('Transmit', '', { kind: 'callback_reply', callback, reply: 'accept', shown })
        : await line.ask('SessionRequest', '', { callee, kind, source, root: rootOf(source), shown });
    const granted = response.ok && 'kind' in response.value ? response.value.kind : kind;
    ports.track('call_attempt', attemptOf(callee, granted, source));
    const sid = response.ok ? response.value.sid : undefined;
    // The page already negotiates while the call rings. A call that was cancelled meanwhile needs no TURN servers.
    if (response.ok && ports.call()?.id === id) relays = response.value.relays;
    // Not awaited: the state is in memory already, and the page's offer must not wait for the database write.
    if (response.ok && sid) void dispatch({ type: 'request-granted', id, ...response.value, sid });
    else {
      const { refusal, newPrice } = response.ok ? {} : response;
      await dispatch({ type: 'request-refused', at: now(), id, refusal, ...(newPrice !== undefined && { newPrice }) });
    }
  }

  async function invite({ sid, peer, startTime }: Extract<CallEffect, { type: 'invite' }>): Promise<void> {
    const own = await ports.session();
    try {
      if (own) await putInvitation(chat, own, ports.client, { sid, peer, startTime, now: now() });
      ports.kick();
    } catch {
      await dispatch({ type: 'invitation-refused', at: now(), sid });
    }
  }

  async function check({ sid, peer: inviter }: Extract<CallEffect, { type: 'check' }>): Promise<void> {
    const [response, own] = [await line.ask('CallCheck', sid, {}), await ports.session()];
    if (!response.ok || !own) {
      const refusal = response.ok ? undefined : response.refusal;
      return dispatch({ type: 'check-failed', at: now(), id: ports.newId(), sid, peer: inviter, refusal });
    }
    ring(sid, own.services.domain, response.value);
  }

  function ring(sid: string, domain: string, { caller, ...terms }: HubResponseData<'CallCheck'>): void {
    const { uid, nickName, avatarUrl } = caller;
    const peer: Peer = { uid, jid: jidOfUid(uid, domain), nickName: cleanNick(nickName), avatarUrl };
    void dispatch({ type: 'check-passed', id: ports.newId(), sid, peer, ...terms });
  }

  async function ready(sid: string): Promise<void> {
    const response = await line.ask('CallReady', sid, {});
    if (!response.ok) return dispatch({ type: 'ready-refused', at: now(), sid, refusal: response.refusal });
    relays = response.value.relays;
    void signals.put(sid, response.value.signals ?? []);
    void dispatch({ type: 'ready-granted', sid });
  }

  /** Sends CallAccept, or joins one that is running, because each one may restart the peer connection (a new generation). */
  function accept(sid: string): Promise<void> {
    accepting ??= acceptOnce(sid).finally(() => {
      accepting = undefined;
    });
    return accepting;
  }
  async function acceptOnce(sid: string): Promise<void> {
    const response = await line.ask('CallAccept', sid, {});
    if (!response.ok) return dispatch({ type: 'accept-refused', at: now(), sid, refusal: response.refusal });
    relays = response.value.relays;
    await dispatch({ type: 'accept-granted', sid, generation: response.value.generation });
  }

  async function heartbeat(sid: string): Promise<void> {
    // A page that stopped reporting does not play media either.
    const silent = Date.now() - flow.at > 2 * CALL_HEARTBEAT_INTERVAL_MS;
    const requestedAt = Date.now();
    const wasMissing = isMissing;
    isMissing = false;
    const flowing = flow.flowing && !silent && !wasMissing;
    const wasUnusable = (isUnusable ?? !flow.usable) && !silent;
    isUnusable = undefined;
    const response = await line.ask('SessionHeartbeat', sid, { flowing, ...(wasUnusable && { usable: false }) });
    if (!response.ok && response.refusal === undefined) {
      isMissing ||= !flowing;
      // The next heartbeat covers this one's time too, and must not claim more than was reported.
      if (!wasUnusable) isUnusable = false;
    }
    if (!response.ok) return dispatch({ type: 'beat-refused', at: now(), sid, refusal: response.refusal });
    const { secondsLeft, ...meter } = response.value;
    // The hub read its clock between the two times, so their mean is used.
    const counted = {
      at: (requestedAt + Date.now()) / 2,
      ...meter,
      ...(secondsLeft === undefined ? {} : { secondsLeft }),
    };
    await dispatch({ type: 'beat-answered', sid, meter: counted });
  }

  async function lengthen(sid: string): Promise<void> {
    await heartbeat(sid);
    const left = ports.call()?.meter?.secondsLeft;
    if (left !== undefined && relays && relaysEnd(relays) < now() / 1_000 + left) await accept(sid);
  }

  async function tell(said: Extract<CallEffect, { type: 'tell' }>['request']): Promise<void> {
    const { name, sid } = said;
    const response = await line.ask(name, sid, said.data as never);
    if (!response.ok || (name !== 'SessionTerminate' && name !== 'SessionFail')) return;
    const { receipt } = response.value as { receipt?: Extract<CallEvent, { type: 'receipt' }>['receipt'] };
    if (receipt) await dispatch({ type: 'receipt', receipt });
  }

  return {
    perform,
    ring,
    accept,
    asked: () => asking,
    relays: () => relays,
    keepRelays(next: RelaySet): void {
      relays = next;
    },
    flows({ flowing, usable }): void {
      flow = { flowing, usable, at: Date.now() };
      isMissing ||= !flowing;
      isUnusable = (isUnusable ?? true) && !usable;
    },
    recorded: recording.idle,
    whenFree: () => (isLive(ports.call()) ? new Promise<void>((resolve) => waiters.push(resolve)) : Promise.resolve()),
  };
}
