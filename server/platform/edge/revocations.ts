import type { Revocations } from './ports.ts';

export type RevocationRegistry = Revocations & {
  revoked(tokenHash: string): void;
  /** After a gap in notifications: asks which of the watched tokens are still live, and revokes the others. */
  recheck(live: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
};

/** Finds the streams of a revoked token. Holds hashes only, never tokens. */
export function createRevocations(): RevocationRegistry {
  const watchers = new Map<string, Set<() => void>>();

  function revoked(tokenHash: string): void {
    for (const end of [...(watchers.get(tokenHash) ?? [])]) end();
  }

  return {
    watch(tokenHash, onRevoked) {
      const set = watchers.get(tokenHash) ?? new Set();
      watchers.set(tokenHash, set.add(onRevoked));
      return () => {
        set.delete(onRevoked);
        if (set.size === 0 && watchers.get(tokenHash) === set) watchers.delete(tokenHash);
      };
    },
    revoked,
    async recheck(live) {
      const hashes = [...watchers.keys()];
      if (hashes.length === 0) return;
      const liveHashes = await live(hashes);
      for (const hash of hashes) if (!liveHashes.has(hash)) revoked(hash);
    },
  };
}
