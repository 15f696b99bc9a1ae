/** Iterations of the measured loop. A 2 GHz core needs about 16 ms for them. */
const ITERATIONS = 20_000_000;
const SLOW_MS = 32;
const TRIES = 5;

/**
 * Whether this machine is at least twice as slow as an ordinary one. Takes the best of several tries, as other processes may run at the
 * same time.
 */
export function isSlowMachine(): boolean {
  return Math.min(...Array.from({ length: TRIES }, measureLoopMs)) > SLOW_MS;
}

function measureLoopMs(): number {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < ITERATIONS; n += 1) sum += n;
  const ms = performance.now() - began;
  return sum > 0 ? ms : 0;
}
