import { performance } from 'node:perf_hooks';
import { SECOND_MS } from '../../contract/durations.ts';

/** Source of the current time in ms since the epoch, for limits, caches and due times; tests replace it. */
export type Clock = { now(): number };

/** The clock of a server process: never goes back, and is never behind what was stored. */
export type ServerClock = Clock & {
  /** Continues from this time if it is later, ms: the newest stored one. */
  advanceTo(stored: number): void;
  /** How far the clock of the machine is behind, in ms: above 0 after it was set back. */
  aheadMs(): number;
};

/**
 * Creates a clock that runs with the monotonic clock of the process, and follows the clock of the machine only forwards. So the length of a
 * call and the order of messages do not change when an operator or NTP sets the machine's clock back.
 */
export function createServerClock(
  wall: () => number = () => Date.now(),
  monotonic: () => number = () => performance.now(),
): ServerClock {
  let startedAt = wall();
  let ranSince = monotonic();

  function now(): number {
    const ran = monotonic();
    const own = startedAt + ran - ranSince;
    const time = Math.max(own, wall());
    startedAt = time;
    ranSince = ran;
    return Math.floor(time);
  }

  return {
    now,
    advanceTo(stored) {
      startedAt = Math.max(now(), stored);
    },
    aheadMs: () => Math.max(0, now() - wall()),
  };
}

/** The clock of this process, for everything that is charged, limited, stamped or ordered. */
export const serverClock = createServerClock();

/** A smaller difference is within what NTP corrects while it runs. */
const BEHIND_MAX_MS = 2 * SECOND_MS;

/** Warning of the readiness: the clock of the machine is behind the time that the server has used or stored. */
export const warnOfClock = ({ aheadMs }: Pick<ServerClock, 'aheadMs'>): string | undefined =>
  aheadMs() > BEHIND_MAX_MS
    ? 'the clock of this machine was set back; the server runs on with the later time'
    : undefined;
