/** A small deterministic generator: the same seed draws the same picture on every machine. `range` includes `low` and excludes `high`. */
export type Random = {
  next(): number;
  range(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
};

/** Creates a generator (mulberry32) for one part of a picture, so that a change of one part leaves the others alone. */
export function random(seed: number): Random {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
