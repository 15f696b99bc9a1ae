import { localValue } from '../local.ts';

const MOST = 24;

/** Returns the list with one entry moved or added to its front. */
export const noted = (recents: readonly string[], one: string): readonly string[] =>
  [one, ...recents.filter((other) => other !== one)].slice(0, MOST);

/** Parses a stored list. Its content is untrusted, so unknown entries are dropped. */
export const readRecents = (stored: string | null, isKnown: (one: string) => boolean): readonly string[] =>
  [...new Set((stored ?? '').split(' ').filter(isKnown))].slice(0, MOST);

/** The recently picked items of a kind. */
export type Recents = { readonly read: () => readonly string[]; readonly note: (one: string) => void };

/** Creates the list of recently picked items of this device, at most 24. Names must not contain spaces. */
export function recentsOf(key: string, isKnown: (one: string) => boolean): Recents {
  const kept = localValue(key, (stored) => readRecents(stored, isKnown));
  return { read: kept.read, note: (one) => kept.write(noted(kept.read(), one).join(' ')) };
}
