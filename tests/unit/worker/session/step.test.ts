import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONNECTION_STATES } from '#contract/core.ts';
import {
  retryDelay,
  type Session,
  type SessionEffect,
  type SessionEvent,
  signedOutSession,
  stepSession,
} from '../../../../worker/session/step.ts';
import type { DialFailure } from '../../../../worker/xmpp/dial.ts';

type Phase = Session['phase'];
const [OWN, OTHER] = [100_001, 100_002];
const SESSIONS: Record<Phase, Session> = {
  off: { phase: 'off', state: 'disconnected', failures: 0, attempt: 5, account: undefined },
  dialing: { phase: 'dialing', state: 'connecting', failures: 1, attempt: 5, account: OWN },
  online: { phase: 'online', state: 'connected', failures: 0, attempt: 5, account: OWN },
  waiting: { phase: 'waiting', state: 'conn-fail', failures: 1, attempt: 5, account: OWN },
};
const failed = (why: DialFailure, attempt = 5): SessionEvent => ({ type: 'failed', attempt, why, random: 0.5 });
const EVENTS = {
  'signed-in': { type: 'signed-in', account: OWN },
  'sign-in of another account': { type: 'signed-in', account: OTHER },
  'signed-out': { type: 'signed-out' },
  online: { type: 'online', attempt: 5 },
  'online of an older attempt': { type: 'online', attempt: 4 },
  'auth-fail': failed('auth-fail'),
  error: failed('error'),
  'conn-fail': failed('conn-fail'),
  'conn-timeout': failed('conn-timeout'),
  'attach-fail': failed('attach-fail'),
  'failure of an older attempt': failed('auth-fail', 4),
  'lost: disconnected': { type: 'lost', attempt: 5, why: 'disconnected' },
  'lost: error': { type: 'lost', attempt: 5, why: 'error' },
  'loss of an older attempt': { type: 'lost', attempt: 4, why: 'disconnected' },
  'retry-due': { type: 'retry-due' },
  'check-due': { type: 'check-due' },
  wake: { type: 'wake' },
} as const satisfies Record<string, SessionEvent>;
type EventName = keyof typeof EVENTS;

const DIAL = 'dialing connecting: unschedule, dial 6';
const OFF = 'off disconnected: unschedule, hang-up';
const SWITCHED = 'dialing connecting: hang-up, unschedule, dial 6';
const BROKEN = (state: string) => `waiting ${state}: hang-up, retry-due in 4500`;
/** An event that is not listed changes nothing. */
const TABLE: Record<Phase, Partial<Record<EventName, string>>> = {
  off: { 'signed-in': DIAL, 'sign-in of another account': DIAL },
  dialing: {
    'signed-in': SWITCHED,
    'sign-in of another account': SWITCHED,
    'signed-out': OFF,
    online: 'online connected: check-due in 10000',
    'auth-fail': 'off auth-fail: hang-up, token-refused',
    error: BROKEN('error'),
    'conn-fail': 'waiting conn-fail: hang-up, retry-due in 500',
    'conn-timeout': BROKEN('conn-timeout'),
    'attach-fail': BROKEN('attach-fail'),
  },
  online: {
    'sign-in of another account': SWITCHED,
    'signed-out': OFF,
    'lost: disconnected': 'waiting disconnected: unschedule, hang-up, retry-due in 500',
    'lost: error': 'waiting error: unschedule, hang-up, retry-due in 500',
    'check-due': 'online connected: check, check-due in 10000',
    wake: 'online connected: check',
  },
  waiting: {
    'signed-in': SWITCHED,
    'sign-in of another account': SWITCHED,
    'signed-out': OFF,
    'retry-due': DIAL,
    wake: DIAL,
  },
};

function tell(effect: SessionEffect): string {
  if (effect.type === 'dial') return `dial ${effect.attempt}`;
  return effect.type === 'schedule' ? `${effect.what} in ${effect.ms}` : effect.type;
}

describe.each(Object.keys(SESSIONS) as Phase[])('a session that is %s', (phase) => {
  test.each(Object.keys(EVENTS) as EventName[])('the session follows the table on the event %s', (name) => {
    const before = SESSIONS[phase];
    const [next, effects] = stepSession(before, EVENTS[name]);
    const expected = TABLE[phase][name];
    if (expected === undefined) {
      expect(next).toBe(before);
      expect(effects).toEqual([]);
    } else expect(`${next.phase} ${next.state}: ${effects.map(tell).join(', ')}`).toBe(expected);
  });
});

/** Applies failures in order and returns the wait after each. */
function waits(count: number, random: number, why: DialFailure = 'conn-timeout'): number[] {
  let session = stepSession(signedOutSession, { type: 'signed-in', account: OWN })[0];
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { attempt } = session;
    const [waiting, effects] = stepSession(session, { type: 'failed', attempt, why, random });
    found.push(...effects.flatMap((effect) => (effect.type === 'schedule' ? [effect.ms] : [])));
    session = stepSession(waiting, { type: 'retry-due' })[0];
  }
  return found;
}

test('attempts that time out are repeated with doubling waits from 3 s up to 30 s', () => {
  expect(waits(7, 1)).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000, 30_000]);
});

test('the first attempts follow after 500 ms when the connection is refused, later ones back off', () => {
  expect(waits(6, 0.5, 'conn-fail')).toEqual([500, 500, 500, 3_000, 4_500, 9_000]);
});

test('many clients that lost the server do not reconnect at the same moment', () => {
  expect(waits(6, 0)).toEqual([3_000, 3_000, 6_000, 12_000, 15_000, 15_000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (count, random) => {
      const ms = retryDelay(count, random, 'error');
      expect(ms).toBeGreaterThanOrEqual(3_000);
      expect(ms).toBeLessThanOrEqual(30_000);
    }),
  );
});

test('a successful connection resets the waits', () => {
  const tired: Session = { phase: 'dialing', state: 'connecting', failures: 9, attempt: 10, account: OWN };
  const [online] = stepSession(tired, { type: 'online', attempt: 10 });
  const [waiting] = stepSession(online, { type: 'lost', attempt: 10, why: 'disconnected' });
  const [dialing] = stepSession(waiting, { type: 'retry-due' });
  const [, effects] = stepSession(dialing, { type: 'failed', attempt: 11, why: 'conn-timeout', random: 1 });
  expect(effects.map(tell)).toEqual(['hang-up', 'retry-due in 3000']);
});

test('a refused token stops all attempts until the next sign-in', () => {
  const [refused] = stepSession(SESSIONS.dialing, failed('auth-fail'));
  for (const name of Object.keys(EVENTS) as EventName[]) {
    if (EVENTS[name].type === 'signed-in') continue;
    expect(stepSession(refused, EVENTS[name])).toEqual([refused, []]);
  }
  expect(stepSession(refused, { type: 'signed-in', account: OWN })[1].map(tell)).toEqual(['unschedule', 'dial 6']);
});

type Play = (session: Session) => SessionEvent;
const near = fc.constantFrom(-1, 0, 0, 0, 1);
const why = fc.constantFrom<DialFailure>('auth-fail', 'error', 'conn-fail', 'conn-timeout', 'attach-fail');
const random = fc.double({ min: 0, max: 0.999, noNaN: true });
const anyPlay = fc.oneof<fc.Arbitrary<Play>[]>(
  fc.constantFrom(OWN, OTHER).map(
    (account): Play =>
      () => ({ type: 'signed-in', account }),
  ),
  fc.constantFrom('signed-out', 'retry-due', 'check-due', 'wake').map(
    (type): Play =>
      () =>
        ({ type }) as SessionEvent,
  ),
  near.map(
    (by): Play =>
      ({ attempt }) => ({ type: 'online', attempt: attempt + by }),
  ),
  fc.tuple(near, why, random).map(
    ([by, cause, chance]): Play =>
      ({ attempt }) => ({
        type: 'failed',
        attempt: attempt + by,
        why: cause,
        random: chance,
      }),
  ),
  fc.tuple(near, fc.constantFrom('disconnected', 'error')).map(
    ([by, cause]): Play =>
      ({ attempt }) => ({ type: 'lost', attempt: attempt + by, why: cause }),
  ),
);

test('at most one attempt is open after any events, and a timer always continues', () => {
  fc.assert(
    fc.property(fc.array(anyPlay, { maxLength: 60 }), (plays) => {
      let session = signedOutSession;
      let open: number | undefined;
      let timer: string | undefined;
      let signedIn: number | undefined;
      /** The account that the open attempt or stream was dialled for. */
      let dialled: number | undefined;
      for (const play of plays) {
        const event = play(session);
        if (event.type === timer) timer = undefined;
        const [next, effects] = stepSession(session, event);
        session = next;
        if (event.type === 'signed-in') signedIn = event.account;
        if (event.type === 'signed-out') signedIn = undefined;
        for (const effect of effects) {
          if (effect.type === 'hang-up') open = dialled = undefined;
          if (effect.type === 'dial') dialled = next.account;
          if (effect.type === 'dial') {
            expect(open).toBeUndefined();
            open = effect.attempt;
          }
          if (effect.type === 'schedule') timer = effect.what;
          if (effect.type === 'unschedule') timer = undefined;
        }
        // An open stream belongs to the account that signed in last.
        if (dialled !== undefined) expect(dialled).toBe(signedIn);
        const isUp = session.phase === 'dialing' || session.phase === 'online';
        expect(open).toBe(isUp ? session.attempt : undefined);
        expect(timer).toBe(
          { off: undefined, dialing: undefined, online: 'check-due', waiting: 'retry-due' }[session.phase],
        );
        expect(CONNECTION_STATES).toContain(session.state);
      }
    }),
    { numRuns: 500 },
  );
});
