import { performance } from 'node:perf_hooks';
import { HOUR_MS, SECOND_MS } from '../../contract/durations.ts';

/** Source of the current time in ms since the epoch, for limits, caches and due times; tests replace it. */
export type Clock = { now(): number };

/** The clock of a server process: it never goes back, and continues from the newest time that was stored before the process started. */
export type ServerClock = Clock & {
  /** Continues from `stored` (ms) if that is later than the clock; called at the start with the newest stored time (`readNewestTime`). */
  advanceTo(stored: number): void;
  /** How far the clock of the machine is behind this one, in ms: above 0 after it was set back, or when a later time was stored. */
  machineBehindMs(): number;
  /** How far the clock of the machine was set forward within the last hour while the process ran, in ms; 0 if it was not. */
  jumpedMs(): number;
};

/** Difference between the machine's clock and that of the process up to which no fault is reported: NTP corrects as much while it runs. */
const TOLERANCE_MS = 2 * SECOND_MS;
/** How long `jumpedMs` reports that the machine's clock was set forward. */
const JUMP_REPORTED_MS = HOUR_MS;

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
  let jump = { byMs: 0, at: 0 };

  function now(): number {
    const ran = monotonic();
    const own = startedAt + ran - ranSince;
    const read = wall();
    if (read - own > TOLERANCE_MS) jump = { byMs: read - own, at: ran };
    const time = Math.max(own, read);
    startedAt = time;
    ranSince = ran;
    return Math.floor(time);
  }

  return {
    now,
    advanceTo(stored) {
      startedAt = Math.max(now(), stored);
    },
    machineBehindMs: () => Math.max(0, now() - wall()),
    jumpedMs() {
      now();
      return monotonic() - jump.at < JUMP_REPORTED_MS ? jump.byMs : 0;
    },
  };
}

/** The clock of this process, for everything that is charged, limited, stamped or ordered. */
export const serverClock = createServerClock();

/** Warning of the readiness: the clock of the machine is more than 2 s behind the time that the server has used or stored. */
export const warnOfClock = ({ machineBehindMs }: Pick<ServerClock, 'machineBehindMs'>): string | undefined =>
  machineBehindMs() > TOLERANCE_MS
    ? 'the clock of this machine was set back; the server runs on with the later time'
    : undefined;

/** Warning of the readiness: the machine's clock was set forward within the last hour, so everything whose term it skipped has ended. */
export function warnOfJump({ jumpedMs }: Pick<ServerClock, 'jumpedMs'>): string | undefined {
  const seconds = Math.round(jumpedMs() / SECOND_MS);
  return seconds === 0
    ? undefined
    : `the clock of this machine jumped ${seconds} s forward; orders, codes and locks whose time it skipped have ended`;
}
