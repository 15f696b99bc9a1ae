import { localValue } from '../../../local.ts';
import { placeOf } from './emoji.ts';

const MOST = 24;

/** The newest first, each once. */
export const noted = (recents: readonly string[], glyph: string): readonly string[] =>
  [glyph, ...recents.filter((one) => one !== glyph)].slice(0, MOST);

/** Reads what is stored, of which anything may have been written. */
export function readRecents(stored: string | null): readonly string[] {
  const glyphs = (stored ?? '').split(' ').filter((glyph) => placeOf(glyph) !== undefined);
  return [...new Set(glyphs)].slice(0, MOST);
}

const kept = localValue('recent-emoji', readRecents);

export const recentEmoji = (): readonly string[] => kept.read();
export const noteEmoji = (glyph: string): void => kept.write(noted(kept.read(), glyph).join(' '));
