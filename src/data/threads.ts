import { useSyncExternalStore } from 'react';
import { readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { takeFirst } from '../core/storage.ts';
import { createLiveStore } from './live-store.ts';

/** One read for list, open conversation, badge, title and notifications. */
const threads = createLiveStore<readonly ThreadRow[]>(readThreads, () => takeFirst('threads'));

const unreadNow = (): number => threads.now()?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;

/** All conversations, the one with the newest message first; undefined until the database answered. */
export const useThreads = () => useSyncExternalStore(threads.subscribe, threads.nowOrThrow);

/** One conversation; undefined until the database answered, null when there is none. */
export const useThread = (tid: string): ThreadRow | null | undefined => {
  const all = useThreads();
  return all && (all.find((thread) => thread.tid === tid) ?? null);
};

/** Calls `onThreads` with all conversations, now and after each change. Returns a function that stops it. */
export function followThreads(onThreads: (threads: readonly ThreadRow[]) => void): () => void {
  const pass = () => {
    const rows = threads.now();
    if (rows) onThreads(rows);
  };
  const unsubscribe = threads.subscribe(pass);
  pass();
  return unsubscribe;
}

/** Unread messages over all conversations: for the badge and the document title. */
export const useUnread = (): number => useSyncExternalStore(threads.subscribe, unreadNow);
