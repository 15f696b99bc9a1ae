import type { CallReason, RejectType, RelaySet, Signal } from '../../contract/calls/calls.ts';
import type { HubEvent, HubResponseData } from '../../contract/calls/hub.ts';
import {
  DEMO_HOST_ANSWERS_AFTER_MS,
  DEMO_HOST_CALLS_BACK_AFTER_MS,
  DEMO_HOST_CALLS_BACK_CHANCE,
  DEMO_HOST_DECLINES_CHANCE,
  DEMO_HOST_IS_BUSY_CHANCE,
  DEMO_HOST_RELIABLE_UID,
} from '../accounts/rules.ts';
import { type Call, type MakePeer, runCall } from './call.ts';
import { between, type Chance } from './chance.ts';
import type { HostConnection } from './line.ts';

/** Incoming and matched calls of one simulated host. */
export type Calls = {
  /** Handles a call invitation (message type 10): the call rings if the hub's Ring event was missed. */
  invited(sid: string): Promise<void>;
  /** Handles an event of the hub about a call or an invitation; an agreed match becomes a call. */
  take(event: HubEvent): void;
  /** Whether no call is ringing or active. */
  isFree(): boolean;
  /** Call when the stream is open again after a loss: asks the hub about the active call. */
  reconnected(): void;
  /** Hangs up, and cancels ringing and callbacks. */
  end(): Promise<void>;
};
type CallsOptions = {
  readonly line: Pick<HostConnection, 'ask'>;
  readonly uid: number;
  readonly chance: Chance;
  readonly resource: string;
  makePeer: MakePeer;
  /** Preloads what a call needs, while it rings. */
  prepare(): void;
  /** Whether calls from this account ring; others are ignored. */
  rings(caller: number): boolean;
  /** Sends the caller a message with the reason for a refusal. */
  excuse(peer: number, mood: 'busy' | 'declines'): void;
  /** Called when a call starts (false) or ends (true). */
  onChange(isFree: boolean): void;
};

/** Decision on a call; mostly `takes`. */
type Mood = 'takes' | 'declines' | 'busy';

const REFUSALS: Readonly<Record<Exclude<Mood, 'takes'>, { reason: CallReason; rejectType: RejectType }>> = {
  declines: { reason: 'decline', rejectType: 'on_call_refuse' },
  busy: { reason: 'busy', rejectType: 'on_call_busy' },
};

/**
 * Handles the calls of one simulated host, one at a time: an incoming one rings for a random time and is then answered, declined or refused
 * as busy; an agreed match begins at once.
 */
export function takeCalls({
  line,
  uid,
  chance,
  resource,
  makePeer,
  prepare,
  rings,
  excuse,
  onChange,
}: CallsOptions): Calls {
  let ringing: { readonly sid: string; readonly timer: NodeJS.Timeout } | undefined;
  let call: Call | undefined;
  /** The sid that rang most recently. */
  let last = '';
  const later = new Set<NodeJS.Timeout>();

  function moodFor(kind: string): Mood {
    // All calls of the reliable host, and calls that a host initiated by a callback or in the match, are answered.
    if (uid === DEMO_HOST_RELIABLE_UID || kind === 'callback' || kind === 'match') return 'takes';
    const drawn = chance();
    if (drawn < DEMO_HOST_DECLINES_CHANCE) return 'declines';
    return drawn < DEMO_HOST_DECLINES_CHANCE + DEMO_HOST_IS_BUSY_CHANCE ? 'busy' : 'takes';
  }

  async function answer(sid: string): Promise<void> {
    ringing = undefined;
    const reply = await line.ask('CallReady', sid, {});
    if (reply.ok) begin(sid, reply.value.relays, reply.value.signals);
  }

  function begin(sid: string, relays: RelaySet, signals: readonly Signal[] = []): void {
    if (call) return;
    call = runCall({
      line,
      sid,
      relays,
      signals,
      makePeer,
      onEnd() {
        call = undefined;
        onChange(true);
      },
    });
    onChange(false);
  }

  async function refuse(sid: string, mood: Exclude<Mood, 'takes'>, peer: number): Promise<void> {
    ringing = undefined;
    await line.ask('SessionTerminate', sid, REFUSALS[mood]);
    excuse(peer, mood);
    if (chance() >= DEMO_HOST_CALLS_BACK_CHANCE) return;
    const timer = setTimeout(
      () => {
        later.delete(timer);
        // The hub refuses the request if the user is offline or in another call.
        if (!call && !ringing) void line.ask('Callback', '', { callee: peer });
      },
      between(chance, DEMO_HOST_CALLS_BACK_AFTER_MS),
    );
    later.add(timer);
  }

  function silence(sid: string): void {
    if (ringing?.sid !== sid) return;
    clearTimeout(ringing.timer);
    ringing = undefined;
  }

  function ring(sid: string, { kind, caller }: HubResponseData<'CallCheck'>): void {
    // The hub allows a single call, but two may ring at once.
    if (call || ringing || !rings(caller.uid)) return;
    last = sid;
    const mood = moodFor(kind);
    if (mood === 'takes') prepare();
    const act = () => (mood === 'takes' ? answer(sid) : refuse(sid, mood, caller.uid));
    ringing = { sid, timer: setTimeout(act, between(chance, DEMO_HOST_ANSWERS_AFTER_MS)) };
  }

  return {
    async invited(sid) {
      if (sid === last) return;
      const reply = await line.ask('CallCheck', sid, {});
      if (reply.ok) ring(sid, reply.value);
    },
    take(event) {
      if (event.name === 'Ring') return ring(event.sid, event.data);
      if (event.name === 'MatchAgreed') {
        begin(event.data.sid, event.data.relays);
      } else if (event.sid !== '' && event.sid === call?.sid) {
        call.take(event);
      } else if (event.name === 'SessionTerminate' || event.name === 'SessionFail' || event.name === 'CallError') {
        silence(event.sid);
      } else if (event.name === 'AnsweredElsewhere' && event.data.resource !== resource) {
        silence(event.sid);
      }
    },
    isFree: () => !call && !ringing,
    reconnected: () => call?.reconnected(),
    async end() {
      if (ringing) silence(ringing.sid);
      for (const timer of later) clearTimeout(timer);
      await call?.hangUp();
    },
  };
}
