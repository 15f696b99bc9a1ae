import type { Revocations } from '../ports.ts';

/** The open streams of a process that watch for the revocation of their token. */
export type RevocationRegistry = Revocations & {
  /** Called when the database announces that a token was revoked: ends its streams in this process. */
  revoked(tokenHash: string): void;
  /** Called after a gap in database notifications: asks which watched tokens are still valid, and ends the streams of the others. */
  recheck(live: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
};

/** Creates the registry of token revocations of a process. It stores only hashes, never tokens. */
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
