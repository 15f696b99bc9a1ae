import type { AppDb, SessionRow } from '../db/schema.ts';

/** Minimum difference of an HTTP date that is applied, ms: the date has whole seconds, and the request takes time. */
const COARSE_MS = 2_000;
/** Minimum difference of the time in a pong that is applied, ms: the error of that time is at most half the round trip. */
const FINE_MS = 20;

/** An estimate of the server clock, by the times in answers of the server. */
export type ServerClock = {
  /** Returns the estimated server time, ms. */
  readonly now: () => number;
  /**
   * Records a server time, ms. Only callers that know that the answer is our server's may call it: a wrong offset misdates everything that
   * is written until the next answer. `sentAt` and `receivedAt`: start and end of the exchange, device clock, ms. A coarse
   * time is from an HTTP header; small differences from a coarse time do not override a fine one.
   */
  readonly learn: (serverTime: number, sentAt: number, receivedAt: number, precision?: 'coarse' | 'fine') => void;
  /** Takes the offset that was known at the end of the last session, ms, unless one was learned since. */
  readonly restore: (ahead: number) => void;
};

/**
 * Creates an estimate of the server clock, so that a device with a wrong clock still dates its messages correctly.
 * `onAhead` is called with the server's offset ahead of the device, ms, when it changes by more than COARSE_MS.
 */
export function createServerClock(now: () => number, onAhead?: (ms: number) => void): ServerClock {
  let offset = 0;
  let storedOffset = 0;
  let hasLearned = false;
  return {
    now: () => Math.round(now() + offset),
    learn(serverTime, sentAt, receivedAt, precision = 'coarse') {
      const measured = serverTime - (sentAt + receivedAt) / 2;
      hasLearned ||= Number.isFinite(measured);
      const news = Math.abs(measured - offset) > (precision === 'fine' ? FINE_MS : COARSE_MS);
      if (!Number.isFinite(measured) || !news) return;
      offset = measured;
      if (Math.abs(offset - storedOffset) <= COARSE_MS) return;
      storedOffset = offset;
      onAhead?.(offset);
    },
    restore(ahead) {
      storedOffset = ahead;
      if (!hasLearned) offset = ahead;
    },
  };
}

/** A server clock whose offset survives the session. `load` must have ended before the clock dates a message. */
export type StoredClock = ServerClock & { readonly load: () => Promise<void> };

/**
 * Creates a server clock that starts, after `load`, with the offset that any core of this device learned last, and that stores each change
 * of it while an account is signed in. Pages also show times by the stored offset.
 */
export function createStoredClock(
  { state }: Pick<AppDb, 'state'>,
  session: () => Promise<SessionRow | undefined>,
): StoredClock {
  async function store(ahead: number): Promise<void> {
    if (await session()) await state.put({ key: 'clock', ahead });
  }
  const clock = createServerClock(
    Date.now,
    (ahead) => void store(ahead).catch((error) => console.warn('failed to store the clock offset', error)),
  );
  return {
    ...clock,
    async load() {
      const row = await state.get('clock');
      if (row?.key === 'clock') clock.restore(row.ahead);
    },
  };
}
