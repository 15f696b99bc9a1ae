import { type UserKey, userValue } from '../local.ts';

const MOST = 24;

/** Returns a list of recent picks with one entry moved or added to its front, cut to 24. */
export const withRecent = (recents: readonly string[], entry: string): readonly string[] =>
  [entry, ...recents.filter((other) => other !== entry)].slice(0, MOST);

/** Parses a stored list of recent picks. Its content is untrusted, so unknown entries, duplicates and all after the 24th are dropped. */
export const readRecents = (stored: string | null, isKnown: (entry: string) => boolean): readonly string[] =>
  [...new Set((stored ?? '').split(' ').filter(isKnown))].slice(0, MOST);

/** Recently picked emoji or stickers of the signed-in user on this device, latest first. */
export type Recents = { readonly read: () => readonly string[]; readonly note: (entry: string) => void };

/**
 * Creates the list of recent picks stored on this device under `key`, at most 24. `isKnown` rejects entries that this build does
 * not have. Entries must not contain spaces.
 */
export function recentsOf(key: UserKey, isKnown: (entry: string) => boolean): Recents {
  const storedValue = userValue(key, (stored) => readRecents(stored, isKnown));
  return {
    read: storedValue.read,
    note: (entry) => storedValue.write(withRecent(storedValue.read(), entry).join(' ')),
  };
}
