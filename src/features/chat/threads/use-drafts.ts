import { useLiveQuery } from 'dexie-react-hooks';
import { readDraft } from '#db/reads/app.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Unsent draft texts by thread id; empty for a conversation without a draft. */
export function useDrafts(tids: readonly string[]): ReadonlyMap<string, string> {
  const read = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(await Promise.all(tids.map(async (tid) => [tid, (await readDraft(tid))?.text ?? ''] as const)));
  return useLiveQuery(read, [tids.join()], none);
}
