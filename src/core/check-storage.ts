import { isNewerDatabase, isStorageFull } from '#db/reads/storage-failure.ts';

/**
 * Whether the browser's databases can be read: `ready`; `full` if the device or the site's quota is full; `missing` if they are
 * blocked, fail for another reason or have not answered in time.
 */
export type StorageState = 'ready' | 'full' | 'missing';

type Ports = {
  /** Returns false when the browser has no IndexedDB at all. */
  readonly isThere: () => boolean;
  /** Reads the databases for the first time, which opens them. */
  readonly read: () => Promise<unknown>;
  /**
   * True when the databases had a session in the last visit, so they exist: slow ones are awaited for `silenceMs`, and failing ones are
   * retried until `patienceMs` have passed.
   */
  readonly hadSession: boolean;
  readonly patienceMs: number;
  readonly silenceMs: number;
  readonly retryMs: number;
  readonly after: (ms: number) => Promise<unknown>;
};

/**
 * Returns the state after a failed read. If a newer build has upgraded the database, the storage works, and this page is asked to reload
 * (law 10).
 */
function stateAfter(error: unknown): StorageState {
  if (isNewerDatabase(error)) return 'ready';
  return isStorageFull(error) ? 'full' : 'missing';
}

const outcomeOf = (reading: Promise<unknown>): Promise<StorageState> =>
  reading.then(() => 'ready' as const, stateAfter);

/**
 * Checks the storage when the page starts, by its first database read. Without a session in the last visit the wait is limited
 * to `patienceMs`; with one, failing databases are retried that long, and slow ones are awaited for `silenceMs`: a tab of an older build
 * may block the upgrade for as long as it is open.
 */
export async function checkStorage(ports: Ports): Promise<StorageState> {
  const { isThere, read, hadSession, patienceMs, silenceMs, retryMs, after } = ports;
  if (!isThere()) return 'missing';
  const missingAfter = (ms: number) => after(ms).then(() => 'missing' as const);
  if (!hadSession) return Promise.race([outcomeOf(read()), missingAfter(patienceMs)]);
  const silence = missingAfter(silenceMs);
  let isPatient = true;
  void after(patienceMs).then(() => {
    isPatient = false;
  });
  for (;;) {
    const outcome = await Promise.race([outcomeOf(read()), silence]);
    if (outcome === 'ready' || !isPatient) return outcome;
    await after(retryMs);
  }
}
