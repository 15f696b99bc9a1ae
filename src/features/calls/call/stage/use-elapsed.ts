import type { CallRow } from '#db/schema.ts';

/** Meter of a call at one moment: elapsed, remaining and free time, in seconds. */
export type Meter = {
  /** Connected time without the pauses of the meter. */
  readonly elapsed: number;
  readonly freeLeft: number;
  /** Time that the caller's gems and free time still cover; undefined for the callee. */
  readonly left: number | undefined;
  readonly running: boolean;
};

/**
 * Returns the meter of a call, interpolated since the last heartbeat of the hub; before the first one a stopped meter at zero. `now`:
 * device clock, Unix ms.
 */
export function meterAt({ meter }: CallRow, now: number): Meter {
  if (!meter) return { elapsed: 0, freeLeft: 0, left: undefined, running: false };
  // The hub sends whole seconds: elapsed and remaining time rounded down, free time rounded up.
  const part = (meter.ms ?? 0) / 1_000;
  const since = part + (meter.metering ? Math.max(0, (now - meter.at) / 1_000) : 0);
  const roundedOff = part > 0 ? 1 : 0;
  return {
    elapsed: meter.seconds + since,
    freeLeft: Math.max(0, meter.freeSecondsLeft - since),
    left: meter.secondsLeft === undefined ? undefined : Math.max(0, meter.secondsLeft + roundedOff - since),
    running: meter.metering,
  };
}
