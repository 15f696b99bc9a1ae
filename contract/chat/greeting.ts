import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from './rules.ts';

/**
 * Removes the local welcome conversation (spec: localOfficial) from a list of conversations once the official one has a message: both have
 * the same name and greeting. Lists and unread counts use it.
 */
export function withoutGreeting<
  T extends { readonly tid: string; readonly lastMid: string; readonly lastIncoming: number },
>(threads: readonly T[]): readonly T[] {
  const hasOfficialMessage = threads.some(
    ({ tid, lastMid, lastIncoming }) => tid === OFFICIAL_TID && (lastMid !== '' || lastIncoming > 0),
  );
  return hasOfficialMessage ? threads.filter(({ tid }) => tid !== LOCAL_OFFICIAL_TID) : threads;
}
