import type { SceneSize } from './choreography.ts';

/** A gift that came while its conversation is open. */
export type Arrival = {
  /** All gifts of one combo have the same: it is one scene with a growing number. */
  readonly combo: string;
  readonly gift: string;
  readonly size: SceneSize;
  /** Of the whole combo so far. */
  readonly count: number;
  /** Given by the reader. */
  readonly own: boolean;
  readonly from: string;
  /** ms, by the clock that tells the queue the time. */
  readonly at: number;
};

export type SceneQueue = {
  readonly playing: Arrival | undefined;
  /** Small gifts that the one that plays stands for too. */
  readonly more: number;
  readonly waiting: readonly Arrival[];
  /** Small gifts that came when too many waited: the next scene says how many. */
  readonly folded: number;
  readonly ringing: boolean;
};

export type SceneEvent =
  | { readonly kind: 'arrived'; readonly arrival: Arrival; readonly now: number }
  | { readonly kind: 'ended'; readonly now: number }
  | { readonly kind: 'ringing'; readonly ringing: boolean; readonly now: number };

export const NO_SCENES: SceneQueue = { playing: undefined, more: 0, waiting: [], folded: 0, ringing: false };

const FRESH_MS = 15_000;
const MOST_WAITING = 5;

const isFresh = ({ at }: Arrival, now: number) => now - at < FRESH_MS;

/** The reader's own before those of others, else as they came. */
const queued = (waiting: readonly Arrival[], arrival: Arrival): readonly Arrival[] => {
  const before = arrival.own ? waiting.filter(({ own }) => own).length : waiting.length;
  return waiting.toSpliced(before, 0, arrival);
};

/** Takes the last small one of others out, where more wait than anybody would watch. Great gifts are never left out. */
function folded(queue: SceneQueue): SceneQueue {
  if (queue.waiting.length <= MOST_WAITING) return queue;
  const place = queue.waiting.findLastIndex(({ size, own }) => size === 'pop' && !own);
  if (place < 0) return queue;
  return { ...queue, waiting: queue.waiting.toSpliced(place, 1), folded: queue.folded + 1 };
}

/** Starts the next one where nothing plays, and no call rings. What is too old is not shown any more. */
function next(queue: SceneQueue, now: number): SceneQueue {
  if (queue.playing || queue.ringing) return queue;
  const waiting = queue.waiting.filter((arrival) => isFresh(arrival, now));
  const [playing, ...rest] = waiting;
  if (!playing) return { ...queue, waiting, folded: 0 };
  return { ...queue, playing, more: queue.folded, waiting: rest, folded: 0 };
}

/** The same combo again: its number grows where it stands. */
function raised(queue: SceneQueue, { combo, count }: Arrival): SceneQueue | undefined {
  const raise = (one: Arrival): Arrival => (one.combo === combo ? { ...one, count: Math.max(one.count, count) } : one);
  const { playing } = queue;
  if (playing?.combo === combo) return { ...queue, playing: raise(playing) };
  return queue.waiting.some((one) => one.combo === combo) ? { ...queue, waiting: queue.waiting.map(raise) } : undefined;
}

/** What plays, and what waits, after an event. Time comes inside the event. */
export function stepScenes(queue: SceneQueue, event: SceneEvent): SceneQueue {
  switch (event.kind) {
    case 'arrived': {
      const { arrival, now } = event;
      if (!isFresh(arrival, now)) return queue;
      const known = raised(queue, arrival);
      return known ?? folded(next({ ...queue, waiting: queued(queue.waiting, arrival) }, now));
    }
    case 'ended':
      return next({ ...queue, playing: undefined, more: 0 }, event.now);
    case 'ringing': {
      const { ringing, now } = event;
      // Nothing lies over a call that rings: what plays is over.
      return next({ ...queue, ringing, ...(ringing ? { playing: undefined, more: 0 } : {}) }, now);
    }
  }
}

/** The same scene on both sides: a number of what both know. */
export function seedOf(combo: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < combo.length; at += 1) hash = Math.imul(hash ^ combo.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}
