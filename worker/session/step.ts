import {
  CONNECTION_CHECK_INTERVAL_MS,
  RECONNECT_FIRST_CHECK_MS,
  RECONNECT_MAX_BACKOFF_MS,
  RECONNECT_REFUSED_ATTEMPTS,
  RECONNECT_SECOND_CHECK_MS,
} from '#contract/chat/rules.ts';
import type { ConnectionState } from '#contract/core.ts';
import { unreachable } from '#contract/result.ts';
import type { DialFailure } from '../xmpp/dial.ts';

/**
 * State of the chat connection (product 4.4), as a pure state machine.
 *
 * | phase   | means                                          | leaves by                    |
 * |---------|------------------------------------------------|------------------------------|
 * | off     | no user is signed in, or the token was refused | signed-in                    |
 * | dialing | the one connection attempt is running          | online, failed, signed-out   |
 * | online  | the stream is up; checked periodically         | lost, signed-out             |
 * | waiting | disconnected; the next attempt is scheduled    | retry-due, wake, signed-out  |
 *
 * A sign-in of another account ends the stream or attempt of the previous one, in every phase, and dials. A sign-in of the same account
 * replaces an attempt, which may use a token that is refused, and keeps a stream that is up.
 */
export type Session = {
  readonly phase: 'off' | 'dialing' | 'online' | 'waiting';
  /** The connection state shown to the user (product 4.4). */
  readonly state: ConnectionState;
  /** Failed attempts since the stream was last up. */
  readonly failures: number;
  /** Incremented for every attempt, so that events of an older attempt are recognized and ignored. */
  readonly attempt: number;
  /** The account of the connection; undefined in the phase `off`. */
  readonly account: number | undefined;
};

/** Inputs of the session machine, which keeps up the chat connection. `attempt` identifies the attempt that the event belongs to. */
export type SessionEvent =
  | { readonly type: 'signed-in'; readonly account: number }
  | { readonly type: 'signed-out' }
  | { readonly type: 'online'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly why: DialFailure; readonly random: number }
  | { readonly type: 'lost'; readonly attempt: number; readonly why: 'disconnected' | 'error' }
  | { readonly type: 'retry-due' }
  | { readonly type: 'check-due' }
  | { readonly type: 'wake' };

/** Outputs of the session machine (the chat connection), which the runner performs. */
export type SessionEffect =
  | { readonly type: 'dial'; readonly attempt: number }
  | { readonly type: 'hang-up' }
  | { readonly type: 'check' }
  | { readonly type: 'schedule'; readonly what: 'retry-due' | 'check-due'; readonly ms: number }
  | { readonly type: 'unschedule' }
  | { readonly type: 'token-refused' };

/** Result of a step of the session machine (the chat connection): the next state and the effects to perform. */
export type SessionStep = readonly [Session, readonly SessionEffect[]];

/** The initial state of the session machine (the chat connection): no user is signed in. */
export const signedOutSession: Session = {
  phase: 'off',
  state: 'disconnected',
  failures: 0,
  attempt: 0,
  account: undefined,
};

const stay = (session: Session): SessionStep => [session, []];

function dial(session: Session): SessionStep {
  const attempt = session.attempt + 1;
  return [
    { ...session, phase: 'dialing', state: 'connecting', attempt },
    [{ type: 'unschedule' }, { type: 'dial', attempt }],
  ];
}

function signIn(session: Session, account: number): SessionStep {
  if (session.phase === 'online' && session.account === account) return stay(session);
  const [next, effects] = dial({ ...session, failures: 0, account });
  return [next, session.phase === 'off' ? effects : [{ type: 'hang-up' }, ...effects]];
}

/**
 * Returns the ms until the next attempt: RECONNECT_FIRST_CHECK_MS for the first failures while the socket is refused
 * (the server is restarting, and attempts cost it nothing), then RECONNECT_SECOND_CHECK_MS, then doubling up to
 * RECONNECT_MAX_BACKOFF_MS with jitter over its upper half.
 */
export function retryDelay(failures: number, random: number, why: DialFailure): number {
  const steps = why === 'conn-fail' ? failures - RECONNECT_REFUSED_ATTEMPTS : failures;
  if (steps <= 0) return RECONNECT_FIRST_CHECK_MS;
  const full = Math.min(RECONNECT_SECOND_CHECK_MS * 2 ** (steps - 1), RECONNECT_MAX_BACKOFF_MS);
  return steps === 1 ? full : full / 2 + (full / 2) * random;
}

/** Returns the next state of the session and its effects. Pure. Events of earlier attempts change nothing. */
export function stepSession(session: Session, event: SessionEvent): SessionStep {
  switch (event.type) {
    case 'signed-in':
      return signIn(session, event.account);
    case 'signed-out':
      if (session.phase === 'off') return stay(session);
      return [
        { ...session, phase: 'off', state: 'disconnected', failures: 0, account: undefined },
        [{ type: 'unschedule' }, { type: 'hang-up' }],
      ];
    case 'online':
      if (session.phase !== 'dialing' || event.attempt !== session.attempt) return stay(session);
      return [
        { ...session, phase: 'online', state: 'connected', failures: 0 },
        [{ type: 'schedule', what: 'check-due', ms: CONNECTION_CHECK_INTERVAL_MS }],
      ];
    case 'failed': {
      if (session.phase !== 'dialing' || event.attempt !== session.attempt) return stay(session);
      if (event.why === 'auth-fail') {
        const off = { ...session, phase: 'off', state: 'auth-fail', account: undefined } as const;
        return [off, [{ type: 'hang-up' }, { type: 'token-refused' }]];
      }
      const failures = session.failures + 1;
      const ms = retryDelay(failures, event.random, event.why);
      return [
        { ...session, phase: 'waiting', state: event.why, failures },
        [{ type: 'hang-up' }, { type: 'schedule', what: 'retry-due', ms }],
      ];
    }
    case 'lost':
      if (session.phase !== 'online' || event.attempt !== session.attempt) return stay(session);
      return [
        { ...session, phase: 'waiting', state: event.why },
        [
          { type: 'unschedule' },
          { type: 'hang-up' },
          { type: 'schedule', what: 'retry-due', ms: RECONNECT_FIRST_CHECK_MS },
        ],
      ];
    case 'retry-due':
      return session.phase === 'waiting' ? dial(session) : stay(session);
    case 'check-due':
      if (session.phase !== 'online') return stay(session);
      return [session, [{ type: 'check' }, { type: 'schedule', what: 'check-due', ms: CONNECTION_CHECK_INTERVAL_MS }]];
    case 'wake':
      if (session.phase === 'waiting') return dial(session);
      return session.phase === 'online' ? [session, [{ type: 'check' }]] : stay(session);
    default:
      return unreachable(event);
  }
}
