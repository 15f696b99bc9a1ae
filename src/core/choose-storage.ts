/** Whether the browser keeps databases for us, or everything lives in the memory of the page. */
export type Storage = 'kept' | 'memory';

type Ports = {
  /** False where there is not even a way to ask. */
  readonly isThere: () => boolean;
  /** The first read of the databases, which opens them. */
  readonly read: () => Promise<unknown>;
  readonly patienceMs: number;
  readonly after: (ms: number) => Promise<unknown>;
};

/** Written by a newer build: the storage is well, and this page is asked to reload (law 10). */
const NEWER = 'VersionError';

/**
 * The page reads before it draws in any case: that read tells. Only a browser that never answers is waited for longer.
 */
export async function chooseStorage({ isThere, read, patienceMs, after }: Ports): Promise<Storage> {
  if (!isThere()) return 'memory';
  const answer = read().then(
    () => 'kept' as const,
    (error: unknown) => (error instanceof Error && error.name === NEWER ? 'kept' : 'memory'),
  );
  return Promise.race([answer, after(patienceMs).then(() => 'memory' as const)]);
}
