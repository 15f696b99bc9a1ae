import { tabLock } from '#contract/core.ts';

/** What each open tab looks at. A tab that dies frees its lock, and is forgotten (law 8). */
export function createTabs(
  locks: Pick<LockManager, 'request'>,
  onPeople: () => void = () => {},
  onGone: (tabId: string) => void = () => {},
) {
  const watched = new Map<string, string | null>();
  const shown = new Map<string, readonly number[]>();
  function forget(tabId: string): void {
    watched.delete(tabId);
    if (shown.delete(tabId)) onPeople();
    onGone(tabId);
  }
  return {
    attach(tabId: string): void {
      if (watched.has(tabId)) return;
      watched.set(tabId, null);
      locks.request(tabLock(tabId), () => forget(tabId)).catch(() => forget(tabId));
    },
    watch(tabId: string, tid: string | null): void {
      this.attach(tabId);
      watched.set(tabId, tid);
    },
    /** Whom a tab shows now: their presence is kept live. */
    show(tabId: string, uids: readonly number[]): void {
      this.attach(tabId);
      shown.set(tabId, uids);
      onPeople();
    },
    /** Everybody whom any tab shows. */
    people: (): number[] => [...shown.values()].flat(),
    isWatched: (tid: string) => [...watched.values()].includes(tid),
  };
}
export type Tabs = ReturnType<typeof createTabs>;
