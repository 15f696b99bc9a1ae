import type { ConnectionState } from '#contract/core.ts';
import { unreachable } from '#contract/result.ts';
import { type DialOptions, dial, type Stream } from '../xmpp/dial.ts';
import { type Session, type SessionEffect, type SessionEvent, signedOutSession, stepSession } from './step.ts';

/** A stream that is up, with everything that runs on it. */
export type Live = {
  /** Pings the server. Resolves to false when it does not answer in time. */
  check(): Promise<boolean>;
  /** Ends what runs on the stream and the stream itself. Resolves when the running transaction is done. */
  close(how: 'leave' | 'drop'): Promise<void>;
};

/** The dependencies of the session runner. */
export type SessionPorts = {
  /** Returns the options of a connection attempt; undefined when the account is no longer signed in or its session has expired. */
  readonly dialOptions: (account: number) => Promise<DialOptions | undefined>;
  readonly goLive: (stream: Stream, account: number, onLost: (why: 'disconnected' | 'error') => void) => Promise<Live>;
  readonly onState: (state: ConnectionState, nextTryInMs: number) => void;
  /** Called when the server rejected the token. `token`: the one used in the attempt. */
  readonly onTokenRefused: (token: string) => Promise<void>;
};

/** Creates the runner of the session machine (the chat connection), which performs its effects. All decisions are in `step.ts`. */
export function createSessionRunner(ports: SessionPorts) {
  let session: Session = signedOutSession;
  let live: Live | undefined;
  let attempt: AbortController | undefined;
  let dialled = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving: 'leave' | 'drop' = 'drop';

  function dispatch(event: SessionEvent): void {
    const before = session;
    const [next, effects] = stepSession(session, event);
    session = next;
    let nextTryInMs = 0;
    for (const effect of effects) {
      if (effect.type === 'schedule' && effect.what === 'retry-due') nextTryInMs = effect.ms;
      perform(effect);
    }
    if (before.state !== next.state || before.phase !== next.phase) ports.onState(next.state, nextTryInMs);
  }

  function perform(effect: SessionEffect): void {
    switch (effect.type) {
      case 'dial':
        void connect(effect.attempt);
        return;
      case 'hang-up':
        void hangUp(leaving);
        return;
      case 'check':
        void check();
        return;
      case 'schedule':
        clearTimeout(timer);
        timer = setTimeout(() => dispatch({ type: effect.what }), effect.ms);
        return;
      case 'unschedule':
        clearTimeout(timer);
        return;
      case 'token-refused':
        void ports.onTokenRefused(dialled);
        return;
      default:
        unreachable(effect);
    }
  }

  async function connect(number: number): Promise<void> {
    const own = new AbortController();
    const { account } = session;
    if (account === undefined) return;
    attempt = own;
    try {
      await connectWithin(number, account, own.signal);
    } catch {
      // The database failed (full, closing or broken). Handled like a failed connection, with retries.
      if (!own.signal.aborted) dispatch({ type: 'failed', attempt: number, why: 'error', random: Math.random() });
    }
  }

  async function connectWithin(number: number, account: number, signal: AbortSignal): Promise<void> {
    const options = await ports.dialOptions(account);
    if (signal.aborted) return;
    if (!options) {
      dispatch({ type: 'signed-out' });
      return;
    }
    dialled = options.password;
    const result = await dial(options, signal);
    if (!result.ok) {
      if (!signal.aborted) dispatch({ type: 'failed', attempt: number, why: result.error, random: Math.random() });
      return;
    }
    const stream = result.value;
    let lost: 'disconnected' | 'error' | undefined;
    let tell = (why: 'disconnected' | 'error'): void => {
      lost ??= why;
    };
    const own = signal.aborted
      ? undefined
      : await ports.goLive(stream, account, (why) => tell(why)).catch(() => undefined);
    if (!own || signal.aborted) {
      await own?.close('drop');
      stream.end('drop');
      if (!signal.aborted) throw new Error('The stream could not be used');
      return;
    }
    live = own;
    dispatch({ type: 'online', attempt: number });
    tell = (why) => dispatch({ type: 'lost', attempt: number, why });
    // The stream broke during its setup: the event is dispatched now that the machine is online.
    if (lost) tell(lost);
  }

  async function hangUp(how: 'leave' | 'drop'): Promise<void> {
    attempt?.abort();
    const ending = live;
    live = undefined;
    await ending?.close(how);
  }

  async function check(): Promise<void> {
    const { attempt: number } = session;
    if (live && !(await live.check())) dispatch({ type: 'lost', attempt: number, why: 'disconnected' });
  }

  return {
    dispatch,
    /** `leave` on sign-out: the stream is closed for good. `drop` on stepping down: the next core resumes it. */
    async end(how: 'leave' | 'drop'): Promise<void> {
      leaving = how;
      clearTimeout(timer);
      const closing = hangUp(how);
      dispatch({ type: 'signed-out' });
      leaving = 'drop';
      await closing;
    },
  };
}
