/** Iterations of the measured loop. A 2 GHz core needs about 16 ms for them. */
const ITERATIONS = 20_000_000;
/** Time of the loop on a machine that is half as fast as an ordinary one, or as busy. */
const SLOW_MS = 32;
const TRIES = 5;

/**
 * The bound for a time that was measured just now: `boundMs` itself, or more in proportion on a machine that is more than twice as slow as
 * an ordinary one. Other processes count as slowness, so a test beside a busy one does not fail for it.
 */
export function boundHere(boundMs: number): number {
  const tries = measureLoops().toSorted((a, b) => a - b);
  return boundMs * Math.max(1, (tries[Math.floor(TRIES / 2)] ?? 0) / SLOW_MS);
}

const measureLoops = (): number[] => Array.from({ length: TRIES }, measureLoopMs);

function measureLoopMs(): number {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < ITERATIONS; n += 1) sum += n;
  const ms = performance.now() - began;
  return sum > 0 ? ms : 0;
}
