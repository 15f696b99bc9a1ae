import * as fc from 'fast-check';

/**
 * True course of a call, in ms after the answer, in steps of STEP_MS. The connection is up or down for both sides alike. While it is up,
 * the caller may still receive nothing because the callee sends nothing, or something unusable: because the callee sends it so, or
 * because it breaks on its way.
 */
export type Truth = {
  readonly gems: number;
  readonly price: number;
  readonly isFree: boolean;
  /** When the callee first sees the caller, and when the caller first sees the callee. */
  readonly pictures: { readonly callee: number; readonly caller: number };
  readonly noWay: readonly Span[];
  readonly noMedia: readonly Span[];
  readonly sentBroken: readonly Span[];
  readonly arrivesBroken: readonly Span[];
  readonly end: { readonly at: number; readonly side: SideName; readonly how: 'hangUp' | 'vanishes' };
  /** When the server is down. */
  readonly down: Span | undefined;
  /** True: the server checks deadlines only when a message arrives, not on time. */
  readonly isSweptLate: boolean;
};
export type SideName = 'caller' | 'callee';
export type Span = { readonly from: number; readonly to: number };
/** One message of one side. */
export type Said = {
  readonly at: number;
  readonly side: SideName;
  readonly does: 'success' | 'beat' | 'accept' | 'hangUp' | 'fail';
  readonly flowing: boolean;
  /** Of a beat: false if the media were unusable since the one before. */
  readonly usable?: false;
};

export const STEP_MS = 100;
export const LONGEST_MS = 200_000;
const INTERVAL_MS = 5_000;
const GIVES_UP_AFTER_MS = 60_000;
const time = (min: number, max: number) =>
  fc.integer({ min: min / STEP_MS, max: max / STEP_MS }).map((n) => n * STEP_MS);
const span = (longest: number) =>
  fc.record({ from: time(6_000, 150_000), ms: time(500, longest) }).map(({ from, ms }) => ({ from, to: from + ms }));

export const truth: fc.Arbitrary<Truth> = fc
  .record({
    gems: fc.integer({ min: 0, max: 400 }),
    price: fc.integer({ min: 1, max: 150 }),
    isFree: fc.boolean(),
    callee: time(100, 3_000),
    later: time(0, 2_500),
    noWay: fc.array(span(40_000), { maxLength: 3 }),
    noMedia: fc.array(span(20_000), { maxLength: 1 }),
    sentBroken: fc.array(span(100_000), { maxLength: 1 }),
    arrivesBroken: fc.array(span(60_000), { maxLength: 1 }),
    end: fc.record({
      at: time(4_000, 170_000),
      side: fc.constantFrom('caller' as const, 'callee' as const),
      how: fc.constantFrom('hangUp' as const, 'hangUp' as const, 'vanishes' as const),
    }),
    down: fc.option(span(80_000), { nil: undefined, freq: 3 }),
    isSweptLate: fc.boolean(),
  })
  .map(({ gems, price, callee, later, ...rest }) => ({
    // A caller without a free call must afford the first minute.
    ...rest,
    price,
    gems: rest.isFree ? gems : Math.max(gems, price),
    pictures: { callee, caller: callee + later },
  }));

/** Returns whether some moment in (from, to] is outside all these spans. */
function isFreeOf(spans: readonly Span[], { from, to }: Span): boolean {
  let at = from;
  for (const one of spans.toSorted((a, b) => a.from - b.from)) {
    if (one.from > at) break;
    at = Math.max(at, one.to);
  }
  return at < to;
}

const isWithin = (spans: readonly Span[], { from, to }: Span): boolean =>
  spans.some((one) => one.from <= from && to <= one.to);

const RECONNECT_MS = 1_000;

/**
 * The messages of two honest sides: first picture, a beat at once and every 5 s, and the end. After a server outage both come back on a new
 * stream, and the first beat then covers the whole time since the last beat that was answered. A client gives up after 60 s without a
 * stream.
 */
export function honestly({ pictures, noWay, noMedia, sentBroken, arrivesBroken, end, down }: Truth): readonly Said[] {
  const gone = end.how === 'vanishes' ? [{ from: end.at, to: Number.MAX_SAFE_INTEGER }] : [];
  const without = { callee: [...noWay, ...gone], caller: [...noWay, ...noMedia, ...gone] };
  const broken = { callee: sentBroken, caller: [...sentBroken, ...arrivesBroken] };
  const said = (['caller', 'callee'] as const).flatMap((side): Said[] => {
    const first = pictures[side];
    const last = end.how === 'hangUp' || end.side === side ? end.at : LONGEST_MS;
    const mine: Said[] = first < last ? [{ at: first, side, does: 'success', flowing: true }] : [];
    const isUnheard = (at: number) => down !== undefined && at >= down.from && at < down.to;
    let isMissing = false;
    let answered = first;
    for (let at = first; at < last; at += INTERVAL_MS) {
      if (at - answered > GIVES_UP_AFTER_MS) break;
      isMissing ||= at !== first && !isFreeOf(without[side], { from: at - INTERVAL_MS, to: at });
      const isBroken = at !== first && isWithin(broken[side], { from: at - INTERVAL_MS, to: at });
      mine.push({ at, side, does: 'beat', flowing: !isMissing, ...(isBroken && { usable: false as const }) });
      if (isUnheard(at)) continue;
      isMissing = false;
      answered = at;
    }
    const back = (down?.to ?? 0) + RECONNECT_MS;
    const lastBefore = mine.findLast(({ at }) => at < (down?.from ?? 0))?.at;
    const returns = lastBefore !== undefined && back < last && back - lastBefore <= GIVES_UP_AFTER_MS;
    if (returns) mine.push({ at: back, side, does: 'accept', flowing: true });
    return mine;
  });
  if (end.how === 'hangUp') said.push({ at: end.at, side: end.side, does: 'hangUp', flowing: true });
  return said.toSorted((a, b) => a.at - b.at);
}
