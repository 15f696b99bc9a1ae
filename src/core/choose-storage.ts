/** Whether the browser stores databases, or all data is in the memory of the page. */
export type Storage = 'kept' | 'memory';

type Ports = {
  /** Returns false when the browser has no IndexedDB at all. */
  readonly isThere: () => boolean;
  /** The first read of the databases, which opens them. */
  readonly read: () => Promise<unknown>;
  readonly patienceMs: number;
  readonly after: (ms: number) => Promise<unknown>;
};

/** The database was written by a newer build: the storage works, and this page is asked to reload (law 10). */
const NEWER = 'VersionError';

/**
 * Chooses the storage by the page's first read, which it does before it draws anyway. Only a browser that does not answer takes
 * longer.
 */
export async function chooseStorage({ isThere, read, patienceMs, after }: Ports): Promise<Storage> {
  if (!isThere()) return 'memory';
  const answer = read().then(
    () => 'kept' as const,
    (error: unknown) => (error instanceof Error && error.name === NEWER ? 'kept' : 'memory'),
  );
  return Promise.race([answer, after(patienceMs).then(() => 'memory' as const)]);
}
