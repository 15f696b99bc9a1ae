import type { CallRow } from '#db/schema.ts';

export type Meter = {
  /** Connected seconds without pauses. */
  readonly elapsed: number;
  readonly freeLeft: number;
  /** What the caller's gems and free time still allow; undefined for the callee. */
  readonly left: number | undefined;
  readonly running: boolean;
};

/** The meter between two heartbeats: what the hub said last, and the time since. */
export function meterAt({ meter }: CallRow, now: number): Meter {
  if (!meter) return { elapsed: 0, freeLeft: 0, left: undefined, running: false };
  const since = meter.metering ? Math.max(0, (now - meter.at) / 1_000) : 0;
  return {
    elapsed: meter.seconds + since,
    freeLeft: Math.max(0, meter.freeSecondsLeft - since),
    left: meter.secondsLeft === undefined ? undefined : Math.max(0, meter.secondsLeft - since),
    running: meter.metering,
  };
}
