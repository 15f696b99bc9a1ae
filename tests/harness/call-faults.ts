import * as fc from 'fast-check';

/** A call as it may go wrong: what happens, in ms after both saw each other's picture. Times are multiples of STEP_MS. */
export type FaultedCall = {
  readonly gems: number;
  readonly price: number;
  readonly isFree: boolean;
  readonly events: readonly CallEvent[];
  /** The server is down in [from, to); undefined: never. */
  readonly down: { readonly from: number; readonly to: number } | undefined;
};
export type CallEvent = {
  readonly at: number;
  readonly does: 'beat' | 'hangUp' | 'look';
  readonly side: 'caller' | 'callee';
  readonly flowing: boolean;
};

export const STEP_MS = 100;
const LONGEST = 150_000;
const at = (min: number, max: number) => fc.integer({ min: min / STEP_MS, max: max / STEP_MS }).map((n) => n * STEP_MS);

/** Beats of one side: mostly in time, now and then too late; from some moment on no media, and some media again. */
const beatsOf = (side: 'caller' | 'callee') =>
  fc
    .record({
      gaps: fc.array(
        fc.oneof({ weight: 30, arbitrary: at(4_000, 13_000) }, { weight: 1, arbitrary: at(14_000, 20_000) }),
        {
          minLength: 1,
          maxLength: 20,
        },
      ),
      vanishes: fc.oneof(fc.constant(LONGEST), at(1_000, LONGEST)),
      loss: fc.option(fc.record({ from: at(0, LONGEST), ms: at(1_000, 60_000) }), { nil: undefined }),
    })
    .map(({ gaps, vanishes, loss }) => {
      const events: CallEvent[] = [];
      let time = 0;
      for (const gap of gaps) {
        time += gap;
        if (time > vanishes) break;
        const isLost = loss !== undefined && time >= loss.from && time < loss.from + loss.ms;
        events.push({ at: time, does: 'beat', side, flowing: !isLost });
      }
      return events;
    });

export const faultedCall: fc.Arbitrary<FaultedCall> = fc
  .record({
    gems: fc.integer({ min: 0, max: 400 }),
    price: fc.integer({ min: 1, max: 200 }),
    isFree: fc.boolean(),
    caller: beatsOf('caller'),
    callee: beatsOf('callee'),
    end: fc.option(fc.record({ time: at(0, LONGEST), side: fc.constantFrom('caller' as const, 'callee' as const) }), {
      nil: undefined,
    }),
    looks: fc.array(at(0, LONGEST + 30_000), { maxLength: 3 }),
    down: fc.option(fc.record({ from: at(0, LONGEST), ms: at(1_000, 80_000) }), { nil: undefined, freq: 3 }),
  })
  .map(({ gems, price, isFree, caller, callee, end, looks, down }) => {
    const events: CallEvent[] = [
      ...[...caller, ...callee],
      ...looks.map((time) => ({ at: time, does: 'look' as const, side: 'caller' as const, flowing: true })),
      ...(end ? [{ at: end.time, does: 'hangUp' as const, side: end.side, flowing: true }] : []),
    ];
    return {
      // Who has no free call needs the first minute.
      ...{ gems: isFree ? gems : Math.max(gems, price), price, isFree },
      events: events.toSorted((a, b) => a.at - b.at),
      down: down && { from: down.from, to: down.from + down.ms },
    };
  });

/**
 * What such a call costs, by the letter of the rules and by nothing of the server's code: a clock that goes on in steps, with
 * everything that is due at each. Gems that the caller pays.
 */
export function oracleGems({ gems, price, isFree, events, down }: FaultedCall): number {
  const beat = { caller: 0, callee: 0 };
  const bad: { caller?: number; callee?: number } = {};
  const begun: number[] = [];
  let left = gems;
  let metered = 0;
  let next = isFree ? 60_000 : 0;
  let runs = true;
  let listensSince = 0;
  let queue = [...events];

  const paidUpTo = (time: number) => begun.filter((one) => one <= time).length * price;
  for (let now = 0; now <= LONGEST + 300_000; now += STEP_MS) {
    const isDown = down !== undefined && now >= down.from && now < down.to;
    if (down && now === down.to) listensSince = now;
    if (!isDown) {
      const patience = (side: 'caller' | 'callee') =>
        Math.min(Math.max(beat[side], listensSince) + 15_000, beat[side] + 60_000);
      if (now > patience('caller') || now > patience('callee')) return paidUpTo(Math.min(beat.caller, beat.callee));
    }
    if (runs && metered >= next) {
      if (left < price) return paidUpTo(now);
      left -= price;
      begun.push(now);
      next += 60_000;
    }
    const due = queue.filter((event) => event.at <= now);
    queue = queue.filter((event) => event.at > now);
    for (const { does, side, flowing } of isDown ? [] : due) {
      if (does === 'hangUp') return paidUpTo(now);
      if (does === 'look') continue;
      if (flowing) delete bad[side];
      else bad[side] ??= beat[side];
      beat[side] = now;
      const since = Object.values(bad);
      if (since.length === 0) runs = true;
      else if (since.some((time) => now - time > 5_000)) runs = false;
    }
    if (runs) metered += STEP_MS;
  }
  throw new Error('The oracle saw no end');
}
