import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from './rules.ts';

/**
 * Removes the local welcome conversation (spec: localOfficial) once the official conversation has a message: both have the same name and
 * greeting.
 */
export function withoutGreeting<
  T extends { readonly tid: string; readonly lastMid: string; readonly lastIncoming: number },
>(threads: readonly T[]): readonly T[] {
  const hasOfficialMessage = threads.some(
    ({ tid, lastMid, lastIncoming }) => tid === OFFICIAL_TID && (lastMid !== '' || lastIncoming > 0),
  );
  return hasOfficialMessage ? threads.filter(({ tid }) => tid !== LOCAL_OFFICIAL_TID) : threads;
}
