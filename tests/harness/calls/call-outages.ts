import * as fc from 'fast-check';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { type Span, STEP_MS, type Truth } from './call-truth.ts';

/** Phase of the call in which the server goes down. */
export const OUTAGE_STEPS = [
  ...([
    'connecting',
    'first seconds',
    'first minute',
    'later minute',
    'minute boundary',
    'end',
    'after the end',
  ] as const),
];
type OutageStep = (typeof OUTAGE_STEPS)[number];
export type Outage = { readonly step: OutageStep; readonly truth: Truth };

const DURATIONS_MS = [3_000, 8_000, 20_000, 45_000, 61_000, 120_000, 7_200_000] as const;
/** A media loss of up to this length may fall between two beats, so that no beat attests it. */
const UNATTESTED_MS = 10_000;
const RENEGOTIATION_MS = 2_000;
const time = (min: number, max: number) =>
  fc.integer({ min: Math.ceil(min / STEP_MS), max: Math.floor(max / STEP_MS) }).map((n) => n * STEP_MS);

/** An honest call with a server outage in a given phase. If the relays are the server's, media are lost with it. */
export const outage: fc.Arbitrary<Outage> = fc
  .record({
    step: fc.constantFrom(...OUTAGE_STEPS),
    ms: fc.constantFrom(...DURATIONS_MS),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    price: fc.integer({ min: 1, max: 150 }),
    minutes: fc.integer({ min: 1, max: 5 }),
    isFree: fc.boolean(),
    callee: time(200, 3_000),
    later: time(0, 2_500),
    end: fc.record({
      at: time(12_000, 170_000),
      side: fc.constantFrom('caller' as const, 'callee' as const),
      how: fc.constantFrom('hangUp' as const, 'hangUp' as const, 'vanishes' as const),
    }),
    isRelayed: fc.boolean(),
    isSweptLate: fc.boolean(),
  })
  .map(({ step, ms, jitter, price, minutes, callee, later, isRelayed, ...rest }) => {
    const within = (from: number, to: number) => Math.round((from + jitter * (to - from)) / STEP_MS) * STEP_MS;
    const free = rest.isFree ? 60_000 : 0;
    const moments: Readonly<Record<OutageStep, number>> = {
      connecting: within(STEP_MS, callee),
      'first seconds': callee + within(STEP_MS, 6_000),
      'first minute': callee + free + within(6_000, 55_000),
      'later minute': callee + free + within(65_000, 115_000),
      'minute boundary': callee + free + (ms % 4_000 === 0 ? 60_000 : 0) + within(-600, 600),
      end: rest.end.at - within(0, 4_000),
      'after the end': rest.end.at + within(STEP_MS, 4_000),
    };
    const down: Span = { from: Math.max(STEP_MS, moments[step]), to: Math.max(STEP_MS, moments[step]) + ms };
    const noWay = isRelayed && step !== 'connecting' ? [{ from: down.from, to: down.to + RENEGOTIATION_MS }] : [];
    const pictures = { callee, caller: callee + later };
    return {
      step,
      truth: {
        ...rest,
        price,
        gems: price * minutes,
        pictures,
        noWay,
        noMedia: [],
        sentBroken: [],
        arrivesBroken: [],
        down,
      },
    };
  });

/**
 * How long the callee really saw the caller in a call that ended at `over`, in ms. Time that no beat can deny counts as seen: losses
 * between two beats and, after a side vanished, the time to the next beat, which still affirms the time before.
 */
export function seenMs({ pictures, noWay, end }: Truth, over: number): number {
  const until = Math.min(end.how === 'vanishes' ? end.at + CALL_HEARTBEAT_INTERVAL_MS : end.at, over);
  const lost = noWay.reduce((sum, { from, to }) => {
    const ms = Math.min(to, until) - Math.max(from, pictures.callee);
    return sum + Math.max(0, ms - UNATTESTED_MS);
  }, 0);
  return Math.max(0, until - pictures.callee - lost);
}
