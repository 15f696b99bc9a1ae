/** Source of random numbers in [0, 1) for a host's decisions and delays: `Math.random`, or `seededChance` in tests. */
export type Chance = () => number;

/** Creates a source that returns the same numbers for the same seed (mulberry32), so that a test can predict a host. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random number in the range, for delays. */
export const between = (chance: Chance, [from, to]: readonly [number, number]): number => from + chance() * (to - from);

/** A random element of the list. */
export function oneOf<T>(chance: Chance, [first, ...rest]: readonly [T, ...T[]]): T {
  return [first, ...rest][Math.floor(chance() * (rest.length + 1))] ?? first;
}
