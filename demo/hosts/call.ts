import type { RelaySet, Signal } from '../../contract/calls/calls.ts';
import type { HubEvent } from '../../contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../contract/calls/rules.ts';
import type { HostConnection } from './line.ts';
import type { Peer } from './peer.ts';

/** Creates the WebRTC peer of one generation of a call; called for the first one and for each later one, not for an ICE restart. */
export type MakePeer = (
  options: { relays: RelaySet; generation: number; isOffered: boolean } & {
    send(signal: Signal): void;
    onMedia(): void;
    onFailed(): void;
  },
) => Promise<Peer>;

/** An answered call of a simulated host. */
export type Call = {
  readonly sid: string;
  /** Handles an event of the hub about this call. */
  take(event: HubEvent): void;
  /** Call when the stream is open again after a loss. */
  reconnected(): void;
  /** Ends the call by the host. */
  hangUp(): Promise<void>;
};

type CallOptions = {
  readonly line: Pick<HostConnection, 'ask'>;
  readonly sid: string;
  readonly relays: RelaySet;
  /** Signals that the caller sent before the call was answered. */
  readonly signals?: readonly Signal[];
  makePeer: MakePeer;
  /** Called once, however the call ends. */
  onEnd(): void;
};

/**
 * Runs an answered call of a simulated host until either side ends it: one peer per generation, and a heartbeat every
 * CALL_HEARTBEAT_INTERVAL_MS once media has arrived.
 */
export function runCall({ line, sid, relays: first, signals = [], makePeer, onEnd }: CallOptions): Call {
  let relays = first;
  let generation = 0;
  let making: Promise<Peer | undefined>;
  let ended = false;
  let seen = 0;
  let isSucceeded = false;
  /** True while the caller buys gems: no media is sent. */
  let isHeld = false;
  making = begin();
  signals.forEach(takeSignal);
  const beating = setInterval(beat, CALL_HEARTBEAT_INTERVAL_MS);

  async function begin(): Promise<Peer | undefined> {
    const own = generation;
    seen = 0;
    const peer = await makePeer({
      relays,
      generation: own,
      isOffered: own === 0 && signals.some(({ kind }) => kind === 'description'),
      send: (signal) => void line.ask('WebRTCContent', sid, { signal }),
      onMedia() {
        if (isSucceeded || ended) return;
        isSucceeded = true;
        void line.ask('SessionSuccess', sid, {});
        void tellBeat(true);
      },
      onFailed() {
        // The caller's browser restarts ICE. If that fails, heartbeats without media flow end the call.
      },
    }).catch(() => undefined);
    if (!peer) end();
    peer?.hold(isHeld);
    return peer;
  }

  /** Replaces the connection by one of generation `next`, which the caller or the hub has started. */
  function follow(next: number): void {
    const before = making;
    generation = next;
    making = begin();
    void before.then((peer) => peer?.close()).catch(() => undefined);
  }

  async function beat(): Promise<void> {
    const peer = await making;
    if (!peer || ended || !isSucceeded) return;
    const received = peer.received();
    const flowing = received > seen;
    seen = received;
    await tellBeat(flowing);
  }

  async function tellBeat(flowing: boolean): Promise<void> {
    const reply = await line.ask('SessionHeartbeat', sid, { flowing });
    if (!reply.ok && reply.refusal === 'sid-non-existent') end();
  }

  async function accept(): Promise<void> {
    const reply = await line.ask('CallAccept', sid, {});
    if (ended) return;
    if (reply.ok) {
      relays = reply.value.relays;
      if (reply.value.generation > generation) follow(reply.value.generation);
    } else if (reply.refusal !== 'lost') {
      end();
    }
  }

  function hold(held: boolean): void {
    isHeld = held;
    void making.then((peer) => peer?.hold(held));
  }

  function takeSignal(signal: Signal): void {
    if (signal.generation > generation) follow(signal.generation);
    void making.then((peer) => peer?.take(signal));
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(beating);
    void making.then((peer) => peer?.close()).catch(() => undefined);
    onEnd();
  }

  return {
    sid,
    take(event) {
      if (ended) return;
      if (event.name === 'WebRTCContent') takeSignal(event.data.signal);
      else if (event.name === 'CallCheck') void accept();
      else if (event.name === 'TopUpWait' || event.name === 'TopUpDone') hold(event.name === 'TopUpWait');
      else if (event.name === 'SessionTerminate' || event.name === 'SessionFail' || event.name === 'CallError') end();
    },
    reconnected: () => void accept(),
    async hangUp() {
      if (ended) return;
      const ending = line.ask('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
      end();
      await ending;
    },
  };
}
