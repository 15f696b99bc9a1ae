import type { CallRow } from '#db/schema.ts';

export type Meter = {
  /** Connected seconds without pauses. */
  readonly elapsed: number;
  readonly freeLeft: number;
  /** Seconds that the caller's gems and free time still allow; undefined for the callee. */
  readonly left: number | undefined;
  readonly running: boolean;
};

/** Meter between two heartbeats: the hub's last values, and the time since. */
export function meterAt({ meter }: CallRow, now: number): Meter {
  if (!meter) return { elapsed: 0, freeLeft: 0, left: undefined, running: false };
  // The hub sends whole seconds: passed ones rounded down, free ones up, remaining ones down.
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
