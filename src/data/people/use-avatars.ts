import { readPerson } from '#db/reads/people.ts';
import { useLiveQuery } from '../use-live-query.ts';

const none: ReadonlyMap<number, string> = new Map();

/** Returns the avatar URLs of these people by uid, from this device's database; people without one are missing. It fetches nothing. */
export function useAvatars(uids: readonly number[]): ReadonlyMap<number, string> {
  const read = async (): Promise<ReadonlyMap<number, string>> =>
    new Map(await Promise.all(uids.map(async (uid) => [uid, (await readPerson(uid))?.avatarUrl ?? ''] as const)));
  return useLiveQuery(read, [uids.join()], none);
}
