/** Number of windows, and of hexadecimal digits, of the wave of a voice message. */
export const WAVE_WINDOWS = 48;
const LOUDEST = 15;
const QUIETEST_DB = -60;

/**
 * Returns the wave of a voice recording from the RMS of its windows (0 to 1): one hexadecimal digit each, 0 at -60 dB and below, f at full
 * scale. Recorder and server call it.
 */
export const waveOf = (rms: readonly number[]): string => rms.map(digitOf).join('');

function digitOf(rms: number): string {
  const db = rms > 0 ? 20 * Math.log10(rms) : QUIETEST_DB;
  const share = Math.min(1, Math.max(0, 1 - db / QUIETEST_DB));
  return Math.round(share * LOUDEST).toString(16);
}

/**
 * Returns the RMS of each of the 48 windows from sums of squares of equally long blocks, for `waveOf`. A window shorter than a block has
 * that block's value.
 */
export function windowsOf(blocks: readonly { readonly squares: number; readonly count: number }[]): number[] {
  return Array.from({ length: WAVE_WINDOWS }, (_, at) => {
    const from = Math.floor((at * blocks.length) / WAVE_WINDOWS);
    const to = Math.max(from + 1, Math.floor(((at + 1) * blocks.length) / WAVE_WINDOWS));
    const some = blocks.slice(from, to);
    const count = some.reduce((sum, block) => sum + block.count, 0);
    return count === 0 ? 0 : Math.sqrt(some.reduce((sum, block) => sum + block.squares, 0) / count);
  });
}
