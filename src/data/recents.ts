import { localValue } from '../local.ts';

const MOST = 24;

/** The newest first, each once. */
export const noted = (recents: readonly string[], one: string): readonly string[] =>
  [one, ...recents.filter((other) => other !== one)].slice(0, MOST);

/** Reads what is stored, of which anything may have been written. */
export const readRecents = (stored: string | null, isKnown: (one: string) => boolean): readonly string[] =>
  [...new Set((stored ?? '').split(' ').filter(isKnown))].slice(0, MOST);

export type Recents = { readonly read: () => readonly string[]; readonly note: (one: string) => void };

/** What was picked last on this device, 24 at most; names hold no blank. */
export function recentsOf(key: string, isKnown: (one: string) => boolean): Recents {
  const kept = localValue(key, (stored) => readRecents(stored, isKnown));
  return { read: kept.read, note: (one) => kept.write(noted(kept.read(), one).join(' ')) };
}
