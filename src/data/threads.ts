import { useMemo, useSyncExternalStore } from 'react';
import { type ConversationChoices, isArchived, isCounted, isPinned } from '#contract/chat/conversation-choices.ts';
import { withoutGreeting } from '#contract/chat/greeting.ts';
import { readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { takeFirst } from '../core/storage.ts';
import { createLiveStore } from './live-store.ts';
import { choicesNow, followSettings, useSetting } from './settings.ts';

/** All conversations, as one live query that the list, the open conversation, the badge, the title and notifications share. */
const threads = createLiveStore<readonly ThreadRow[]>(readThreads, () => takeFirst('threads'));

/** Returns the conversations whose unread messages are counted, without the muted and archived ones. */
export const countedThreads = (rows: readonly ThreadRow[], choices: ConversationChoices): readonly ThreadRow[] =>
  withoutGreeting(rows).filter((thread) => isCounted(choices, thread));

const unreadNow = (): number =>
  countedThreads(threads.now() ?? [], choicesNow()).reduce((sum, { unread }) => sum + unread, 0);

/** Follows the conversations and what the user chose for them. */
function subscribeBoth(onChange: () => void): () => void {
  const ends = [threads.subscribe(onChange), followSettings(onChange)];
  return () => {
    for (const end of ends) end();
  };
}

const useAllThreads = () => useSyncExternalStore(threads.subscribe, threads.nowOrThrow);

/**
 * Returns the conversations, also the archived ones, the newest message first, without the local greeting once the official conversation
 * has a message; undefined until the database has responded.
 */
export function useThreadsWithArchived(): readonly ThreadRow[] | undefined {
  const all = useAllThreads();
  return useMemo(() => all && withoutGreeting(all), [all]);
}

/** Returns the listed conversations with the pinned ones first, and the archived ones; undefined until the database has responded. */
export function useThreadLists() {
  const all = useThreadsWithArchived();
  const choices = useSetting('conversations');
  return useMemo(() => {
    if (!all) return undefined;
    const listed = all.filter((thread) => !isArchived(choices, thread));
    const pinned = listed.filter(({ tid }) => isPinned(choices, tid));
    const others = pinned.length === 0 ? listed : listed.filter(({ tid }) => !isPinned(choices, tid));
    const archived = all.filter((thread) => isArchived(choices, thread));
    return { listed: pinned.length === 0 ? listed : [...pinned, ...others], archived, choices };
  }, [all, choices]);
}

/** Returns one conversation; undefined until the database has responded, null when there is none. */
export const useThread = (tid: string): ThreadRow | null | undefined => {
  const all = useAllThreads();
  return all && (all.find((thread) => thread.tid === tid) ?? null);
};

/**
 * Calls `onThreads` with all conversations and what the user chose for them, now and after each change. Returns a function that stops it.
 */
export function followThreads(
  onThreads: (threads: readonly ThreadRow[], choices: ConversationChoices) => void,
): () => void {
  const pass = () => {
    const rows = threads.now();
    if (rows) onThreads(rows, choicesNow());
  };
  const unsubscribe = subscribeBoth(pass);
  pass();
  return unsubscribe;
}

/** Returns the number of unread messages in the counted conversations, for the badge and the document title. */
export const useUnread = (): number => useSyncExternalStore(subscribeBoth, unreadNow);
