import { tabLock } from '#contract/core.ts';

/** The registry of open tabs, with the conversation and the people that each shows. */
export type Tabs = {
  /** Adds an open tab. It is removed when its lock is released. */
  readonly attach: (tabId: string) => void;
  /** Sets the conversation that a tab shows, or null for none. */
  readonly setConversation: (tabId: string, tid: string | null) => void;
  /** Sets the people that a tab shows; their presence is subscribed to. */
  readonly setShownPeople: (tabId: string, uids: readonly number[]) => void;
  /** Returns all people that any tab shows. */
  readonly people: () => number[];
  /** Returns whether any tab shows this conversation: its new messages then count as read. */
  readonly isWatched: (tid: string) => boolean;
  /** Forgets what all tabs show, because they have drawn it for an account that signs out. */
  readonly forgetShown: () => void;
  /** Returns whether any tab is open. */
  readonly hasAny: () => boolean;
};

/** Creates the registry of tabs. A closed tab releases its lock and is removed (law 8). */
export function createTabs(
  locks: Pick<LockManager, 'request'>,
  onPeople: () => void = () => {},
  onGone: (tabId: string) => void = () => {},
): Tabs {
  const watched = new Map<string, string | null>();
  const shown = new Map<string, readonly number[]>();
  function forget(tabId: string): void {
    watched.delete(tabId);
    if (shown.delete(tabId)) onPeople();
    onGone(tabId);
  }
  function attach(tabId: string): void {
    if (watched.has(tabId)) return;
    watched.set(tabId, null);
    locks.request(tabLock(tabId), () => forget(tabId)).catch(() => forget(tabId));
  }
  return {
    attach,
    setConversation(tabId, tid) {
      attach(tabId);
      watched.set(tabId, tid);
    },
    setShownPeople(tabId, uids) {
      attach(tabId);
      shown.set(tabId, uids);
      onPeople();
    },
    people: () => [...shown.values()].flat(),
    isWatched: (tid) => [...watched.values()].includes(tid),
    forgetShown() {
      for (const tabId of watched.keys()) watched.set(tabId, null);
      shown.clear();
      onPeople();
    },
    hasAny: () => watched.size > 0,
  };
}
