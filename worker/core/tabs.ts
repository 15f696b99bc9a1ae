import { tabLock } from '#contract/core.ts';

/** What each open tab looks at. A tab that dies frees its lock, and is forgotten (law 8). */
export function createTabs(locks: Pick<LockManager, 'request'>) {
  const watched = new Map<string, string | null>();
  return {
    attach(tabId: string): void {
      if (watched.has(tabId)) return;
      watched.set(tabId, null);
      locks.request(tabLock(tabId), () => watched.delete(tabId)).catch(() => watched.delete(tabId));
    },
    watch(tabId: string, tid: string | null): void {
      this.attach(tabId);
      watched.set(tabId, tid);
    },
    isWatched: (tid: string) => [...watched.values()].includes(tid),
  };
}
export type Tabs = ReturnType<typeof createTabs>;
