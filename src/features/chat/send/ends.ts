import { CLIP_MAX_SECONDS } from '#contract/media/rules.ts';

/** Section of a clip that the user selects in the trim dialog, in seconds. */
export type Ends = { readonly from: number; readonly to: number };
const SHORTEST_SECONDS = 0.5;

/**
 * Moves one end of the section in the trim dialog to `wanted` in a clip of length `all`, both in seconds. The other end follows if the
 * section would become shorter than the minimum or longer than the limit.
 */
export function movedEnds({ from, to }: Ends, end: keyof Ends, wanted: number, all: number): Ends {
  const least = Math.min(SHORTEST_SECONDS, all);
  if (end === 'from') {
    const start = Math.min(Math.max(0, wanted), all - least);
    return { from: start, to: Math.min(Math.max(to, start + least), start + CLIP_MAX_SECONDS) };
  }
  const stop = Math.min(Math.max(least, wanted), all);
  return { from: Math.max(Math.min(from, stop - least), stop - CLIP_MAX_SECONDS, 0), to: stop };
}
