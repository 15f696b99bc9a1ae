import type { MessageRow } from '#db/schema.ts';
import type { SceneSize } from './choreography.ts';

/** A gift that arrived while its conversation is open, to be animated. */
export type Arrival = {
  /** Same for all gifts of a combo, which is one animation with a growing count. */
  readonly combo: string;
  readonly gift: string;
  readonly size: SceneSize;
  /** Total of the combo so far. */
  readonly count: number;
  /** Sent by this user. */
  readonly own: boolean;
  /** Name of the peer; shown unless the gift is `own`. */
  readonly from: string;
  /** Time of the gift, on the clock that also gives `now` to the queue; ms. */
  readonly at: number;
};

/** State of the queue of gift animations of one conversation; one plays at a time. */
export type SceneQueue = {
  readonly playing: Arrival | undefined;
  /** Number of skipped small gifts that the playing animation mentions. */
  readonly more: number;
  readonly waiting: readonly Arrival[];
  /** Small gifts skipped because too many were waiting; the next animation mentions their number. */
  readonly folded: number;
  readonly ringing: boolean;
};

/** Input of `stepScenes`. `ringing`: a call rings or another layer covers the conversation, so that nothing plays. */
export type SceneEvent =
  | { readonly kind: 'arrived'; readonly arrival: Arrival; readonly now: number }
  | { readonly kind: 'ended'; readonly now: number }
  | { readonly kind: 'ringing'; readonly ringing: boolean; readonly now: number };

/** Initial state of the queue of gift animations. */
export const NO_SCENES: SceneQueue = { playing: undefined, more: 0, waiting: [], folded: 0, ringing: false };

const FRESH_MS = 15_000;
const MOST_WAITING = 5;

const isFresh = ({ at }: Arrival, now: number) => now - at < FRESH_MS;

/** Inserts an arrival: the user's own gifts before those of others, otherwise in order of arrival. */
const queued = (waiting: readonly Arrival[], arrival: Arrival): readonly Arrival[] => {
  const before = arrival.own ? waiting.filter(({ own }) => own).length : waiting.length;
  return waiting.toSpliced(before, 0, arrival);
};

/** Drops the last small gift of others and counts it, if more than five wait. Larger gifts and the user's own are not dropped for that. */
function folded(queue: SceneQueue): SceneQueue {
  if (queue.waiting.length <= MOST_WAITING) return queue;
  const place = queue.waiting.findLastIndex(({ size, own }) => size === 'pop' && !own);
  if (place < 0) return queue;
  return { ...queue, waiting: queue.waiting.toSpliced(place, 1), folded: queue.folded + 1 };
}

/** Starts the next animation if none is playing and nothing suspends the queue (`ringing`). Expired arrivals are dropped. */
function next(queue: SceneQueue, now: number): SceneQueue {
  if (queue.playing || queue.ringing) return queue;
  const waiting = queue.waiting.filter((arrival) => isFresh(arrival, now));
  const [playing, ...rest] = waiting;
  if (!playing) return { ...queue, waiting, folded: 0 };
  return { ...queue, playing, more: queue.folded, waiting: rest, folded: 0 };
}

/** Updates the count if the combo is playing or waiting; otherwise undefined. */
function raised(queue: SceneQueue, { combo, count }: Arrival): SceneQueue | undefined {
  const raise = (arrival: Arrival): Arrival =>
    arrival.combo === combo ? { ...arrival, count: Math.max(arrival.count, count) } : arrival;
  const { playing } = queue;
  if (playing?.combo === combo) return { ...queue, playing: raise(playing) };
  return queue.waiting.some((arrival) => arrival.combo === combo)
    ? { ...queue, waiting: queue.waiting.map(raise) }
    : undefined;
}

/**
 * State transition of the queue of gift animations. A gift of a queued or playing combo only raises its count; gifts older than
 * 15 s are dropped. Pure: the event contains the time.
 */
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
      // A ringing call, or a layer over the conversation, ends the playing animation.
      return next({ ...queue, ringing, ...(ringing ? { playing: undefined, more: 0 } : {}) }, now);
    }
  }
}

/** Returns the random seed of a combo's animation (FNV-1a hash), so that both sides see the same one. */
export function seedOf(combo: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < combo.length; at += 1) hash = Math.imul(hash ^ combo.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

const SIZES: Readonly<Record<number, SceneSize>> = { 1: 'pop', 2: 'side', 3: 'full' };

/**
 * The gift animation that a message of the conversation with `peer` starts; undefined if the message is no gift. `name`: the peer's
 * name. `now`: device clock, ms.
 */
export function arrivalOf(row: MessageRow, peer: number, name: string, now: number): Arrival | undefined {
  const { payload } = row;
  if (payload?.kind !== 'gift') return undefined;
  const { id, type, combo, total, from } = payload;
  return {
    combo,
    gift: id,
    size: SIZES[type] ?? 'pop',
    count: total,
    own: from !== peer,
    from: name,
    // A sender's clock that runs ahead must not make the gift expire later.
    at: Math.min(row.date, now),
  };
}
