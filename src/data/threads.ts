import { liveQuery, type Subscription } from 'dexie';
import { useSyncExternalStore } from 'react';
import { readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';

/** One live read of the conversations for the whole page: list, badge and title all speak of the same rows. */
let threads: readonly ThreadRow[] | undefined;
let unread = 0;
let failure: { readonly error: unknown } | undefined;
let watching: Subscription | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  unread = threads?.reduce((sum, thread) => sum + thread.unread, 0) ?? 0;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  watching ??= liveQuery(readThreads).subscribe({
    next(rows) {
      threads = rows;
      changed();
    },
    error(error: unknown) {
      failure = { error };
      changed();
    },
  });
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    watching?.unsubscribe();
    // Whoever looks next may be somebody else.
    watching = threads = failure = undefined;
  };
}

function readNow(): readonly ThreadRow[] | undefined {
  if (failure) throw failure.error;
  return threads;
}

/** All conversations, the one with the newest message first; undefined until the database answered. */
export const useThreads = () => useSyncExternalStore(subscribe, readNow);

/** Unread messages over all conversations: for the badge and the document title. */
export const useUnread = (): number => useSyncExternalStore(subscribe, () => unread);
