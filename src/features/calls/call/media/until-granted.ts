import type { Result } from '#contract/result.ts';
import { delay } from '../../../../../worker/delay.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

/**
 * Repeats a command until it succeeds, with pauses that double up to 2 s. After a reload in a browser that ends the core with its last
 * page, the tab owns a call that the new core has not loaded yet, or whose stream is not up yet: both are refused at first. Resolves to
 * undefined once `isWanted` is false.
 */
export async function untilGranted<T>(
  command: () => Promise<Result<T>>,
  isWanted: () => boolean,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<T | undefined> {
  for (let ms = FIRST_PAUSE_MS; isWanted(); ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
    const result = await command();
    if (!isWanted()) return undefined;
    if (result.ok) return result.value;
    await pause(ms);
  }
  return undefined;
}
