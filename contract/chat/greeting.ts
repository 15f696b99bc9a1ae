import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from './rules.ts';

/**
 * Leaves out the conversation in which the device itself greets (spec: localOfficial) once there is a message in that of our team:
 * two of one name would say the same.
 */
export function withoutGreeting<
  T extends { readonly tid: string; readonly lastMid: string; readonly lastIncoming: number },
>(threads: readonly T[]): readonly T[] {
  const isSaid = threads.some(
    ({ tid, lastMid, lastIncoming }) => tid === OFFICIAL_TID && (lastMid !== '' || lastIncoming > 0),
  );
  return isSaid ? threads.filter(({ tid }) => tid !== LOCAL_OFFICIAL_TID) : threads;
}
