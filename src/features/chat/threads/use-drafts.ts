import { useLiveQuery } from 'dexie-react-hooks';
import { readDraft } from '#db/reads/app.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Returns the unsent draft texts of conversations by thread id, for the conversation list; empty for one without a draft. */
export function useDrafts(tids: readonly string[]): ReadonlyMap<string, string> {
  const read = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(await Promise.all(tids.map(async (tid) => [tid, (await readDraft(tid))?.text ?? ''] as const)));
  return useLiveQuery(read, [tids.join()], none);
}
