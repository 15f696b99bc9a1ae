import type { LiveStatus } from '../../../contract/people/presence.ts';

/** A client's stream that watches the presence of accounts, and the statuses sent to it last. */
export type Watcher = {
  readonly uid: number;
  /** The full JID: changes are sent to the stream that asked, not to the account. */
  readonly jid: string;
  readonly stream: string;
  readonly targets: readonly number[];
  /** Records the statuses of the first answer, which includes earlier changes. */
  begin(statuses: ReadonlyMap<number, LiveStatus>): void;
  /** Records a status to send, if it differs from the one sent last. */
  news(uid: number, status: LiveStatus): void;
  /** Removes and returns the statuses that changed since the last message. */
  takeNews(): ReadonlyMap<number, LiveStatus>;
};
type Asking = Pick<Watcher, 'uid' | 'jid' | 'stream' | 'targets'>;

const NO_WATCHERS: ReadonlySet<Watcher> = new Set();

/** Creates the register of presence watches of a process: which stream watches which accounts. Each stream has one watch. */
export function createRegister() {
  const byStream = new Map<string, { readonly watcher: Watcher; readonly since: number }>();
  const byTarget = new Map<number, Set<Watcher>>();

  function drop(stream: string): void {
    const found = byStream.get(stream);
    if (!found) return;
    byStream.delete(stream);
    for (const uid of found.watcher.targets) {
      const watchers = byTarget.get(uid);
      watchers?.delete(found.watcher);
      if (watchers?.size === 0) byTarget.delete(uid);
    }
  }

  return {
    /** Adds a watch, which replaces the stream's earlier one. */
    put(asking: Asking): Watcher {
      drop(asking.stream);
      const watcher = createWatcher({ ...asking, targets: [...new Set(asking.targets)] });
      byStream.set(watcher.stream, { watcher, since: performance.now() });
      for (const uid of watcher.targets) {
        const watchers = byTarget.get(uid);
        if (watchers) watchers.add(watcher);
        else byTarget.set(uid, new Set([watcher]));
      }
      return watcher;
    },
    drop,
    watchersOf: (uid: number) => byTarget.get(uid) ?? NO_WATCHERS,
    isWatched: (uid: number) => byTarget.has(uid),
    watched: () => [...byTarget.keys()],
    /** Returns at most `most` watchers that were added, or confirmed as open, more than `ms` ago; the oldest first. */
    olderThan(ms: number, most: number): Watcher[] {
      const old: Watcher[] = [];
      for (const { watcher, since } of byStream.values()) {
        if (old.length >= most || performance.now() - since <= ms) break;
        old.push(watcher);
      }
      return old;
    },
    /** Records that the stream is open now: `olderThan` measures its age from this time. */
    isThere(stream: string): void {
      const found = byStream.get(stream);
      byStream.delete(stream);
      if (found) byStream.set(stream, { ...found, since: performance.now() });
    },
    size: () => byStream.size,
    clear(): void {
      byStream.clear();
      byTarget.clear();
    },
  };
}

function createWatcher(asking: Asking): Watcher {
  /** Statuses sent last; an account without an entry was sent as offline. */
  const sentStatuses = new Map<number, LiveStatus>();
  const news = new Map<number, LiveStatus>();
  let begun = false;
  const note = (uid: number, status: LiveStatus) => {
    if (status === 'offline') sentStatuses.delete(uid);
    else sentStatuses.set(uid, status);
  };
  return {
    ...asking,
    begin(statuses) {
      begun = true;
      for (const [uid, status] of statuses) note(uid, status);
    },
    news(uid, status) {
      if (!begun || (sentStatuses.get(uid) ?? 'offline') === status) return;
      note(uid, status);
      news.set(uid, status);
    },
    takeNews() {
      const taken = new Map(news);
      news.clear();
      return taken;
    },
  };
}
