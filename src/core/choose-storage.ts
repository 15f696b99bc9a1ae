/** Whether the browser stores databases, or all data is in the memory of the page. */
export type Storage = 'kept' | 'memory';

type Ports = {
  /** Returns false when the browser has no IndexedDB at all. */
  readonly isThere: () => boolean;
  /** The first read of the databases, which opens them. */
  readonly read: () => Promise<unknown>;
  /**
   * Whether the databases of this browser held a session when they were last read. They exist then: slow ones are waited for without a
   * limit, and ones that fail are read again until `patienceMs` have passed.
   */
  readonly hadSession: boolean;
  readonly patienceMs: number;
  readonly retryMs: number;
  readonly after: (ms: number) => Promise<unknown>;
};

/** The database was written by a newer build: the storage works, and this page is asked to reload (law 10). */
const NEWER = 'VersionError';

const outcomeOf = (reading: Promise<unknown>): Promise<Storage> =>
  reading.then(
    () => 'kept' as const,
    (error: unknown) => (error instanceof Error && error.name === NEWER ? 'kept' : 'memory'),
  );

/**
 * Chooses the storage by the page's first read, which it does before it draws anyway. Only a browser that does not answer takes
 * longer.
 */
export async function chooseStorage(ports: Ports): Promise<Storage> {
  const { isThere, read, hadSession, patienceMs, retryMs, after } = ports;
  if (!isThere()) return 'memory';
  if (!hadSession) return Promise.race([outcomeOf(read()), after(patienceMs).then(() => 'memory' as const)]);
  let isPatient = true;
  void after(patienceMs).then(() => {
    isPatient = false;
  });
  for (;;) {
    const outcome = await outcomeOf(read());
    if (outcome === 'kept' || !isPatient) return outcome;
    await after(retryMs);
  }
}
