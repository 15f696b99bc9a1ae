import { tabLock } from '#contract/core.ts';

/** What each open tab looks at. */
export type Tabs = {
  readonly attach: (tabId: string) => void;
  /** Which conversation a tab shows, or null. */
  readonly watch: (tabId: string, tid: string | null) => void;
  /** Whom a tab shows now: their presence is kept live. */
  readonly show: (tabId: string, uids: readonly number[]) => void;
  /** Everybody whom any tab shows. */
  readonly people: () => number[];
  readonly isWatched: (tid: string) => boolean;
};

/** A tab that dies frees its lock, and is forgotten (law 8). */
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
    watch(tabId, tid) {
      attach(tabId);
      watched.set(tabId, tid);
    },
    show(tabId, uids) {
      attach(tabId);
      shown.set(tabId, uids);
      onPeople();
    },
    people: () => [...shown.values()].flat(),
    isWatched: (tid) => [...watched.values()].includes(tid),
  };
}
