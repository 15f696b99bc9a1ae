import { useMemo, useSyncExternalStore } from 'react';
import { withoutGreeting } from '#contract/chat/greeting.ts';
import { readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { takeFirst } from '../core/storage.ts';
import { createLiveStore } from './live-store.ts';

/** Shared by the list, the open conversation, the badge, the title and notifications. */
const threads = createLiveStore<readonly ThreadRow[]>(readThreads, () => takeFirst('threads'));

const unreadNow = (): number => withoutGreeting(threads.now() ?? []).reduce((sum, { unread }) => sum + unread, 0);

const useAllThreads = () => useSyncExternalStore(threads.subscribe, threads.nowOrThrow);

/** Returns the listed conversations, the one with the newest message first; undefined until the database has responded. */
export function useThreads(): readonly ThreadRow[] | undefined {
  const all = useAllThreads();
  return useMemo(() => all && withoutGreeting(all), [all]);
}

/** Returns one conversation; undefined until the database has responded, null when there is none. */
export const useThread = (tid: string): ThreadRow | null | undefined => {
  const all = useAllThreads();
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

/** Returns the number of unread messages in all conversations, for the badge and the document title. */
export const useUnread = (): number => useSyncExternalStore(threads.subscribe, unreadNow);
