import type { Settings } from '#contract/account/settings.ts';
import { closeDatabases, readSession, readSettings } from '#db/reads/app.ts';
import { readThread, readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { delay } from '../../worker/delay.ts';
import { checkStorage, type StorageState } from './check-storage.ts';
import { onFreeze } from './leave-page.ts';
import { wasSignedIn } from './signed-in.ts';

/** Timeout for the databases, ms. A busy disk may be slow; no response within this time counts as no storage. */
const PATIENCE_MS = 10_000;
/** Timeout for databases that existed in the last visit, ms: a longer silence than that of a busy disk. */
const SILENCE_MS = 30_000;
/** Pause before failed databases are read again, ms. */
const RETRY_MS = 500;

/** Returns whether the browser exposes IndexedDB. */
export function isDatabaseThere(): boolean {
  try {
    return Boolean(indexedDB);
  } catch {
    return false;
  }
}

type FirstRows = {
  readonly session: Awaited<ReturnType<typeof readSession>>;
  readonly threads: readonly ThreadRow[];
  readonly settings: Settings;
};
let firstRows: Partial<FirstRows> = {};
let isDropped = false;

/**
 * Returns rows that were read at the start of the page, once: the first render then does not wait for its own queries, whose
 * results replace these rows.
 */
export function takeFirst<K extends keyof FirstRows>(rows: K): FirstRows[K] | undefined {
  const { [rows]: taken, ...others } = firstRows;
  firstRows = others;
  return taken;
}

/** Discards the rows of `takeFirst`, which belong to another user or to no session. */
export function dropFirst(): void {
  isDropped = true;
  firstRows = {};
}

// A page that is frozen must not hold the databases open; when the user returns, it reloads.
onFreeze(closeDatabases);

/**
 * Opens the databases. The conversations, and the settings that order them, are read while the translations load; the start does not wait
 * for them.
 */
async function readFirst(): Promise<void> {
  const list = Promise.all([readThreads(), readSettings()]);
  list.catch(() => {});
  const [session] = await Promise.all([readSession(), readThread('')]);
  const keep = (rows: Partial<FirstRows>) => {
    if (!isDropped) firstRows = { ...firstRows, ...rows };
  };
  keep({ session });
  if (session)
    list.then(
      ([threads, settings]) => keep({ threads, settings }),
      () => {},
    );
}

/** The last read of the databases, which may outlast the check: `whenStorageAnswers` waits for it. */
let reading: Promise<void> = Promise.resolve();
let checking: Promise<StorageState> | undefined;

/** Reads the databases once per page, and resolves to whether the app can run: it stores everything there. */
export function prepareStorage(): Promise<StorageState> {
  const read = () => {
    reading = readFirst();
    return reading;
  };
  const waits = { patienceMs: PATIENCE_MS, silenceMs: SILENCE_MS, retryMs: RETRY_MS, after: delay };
  checking ??= checkStorage({ isThere: isDatabaseThere, read, hadSession: wasSignedIn(), ...waits });
  return checking;
}

/**
 * Calls `onReady` when databases that counted as missing or full answer after all: a busy disk may be slower than the timeout, and
 * the cause of a failure may end. Failed reads are repeated. Returns a function that stops it.
 */
export function whenStorageAnswers(onReady: () => void): () => void {
  let isWanted = isDatabaseThere();
  const follow = (current: Promise<void>): void => {
    current.then(
      () => isWanted && onReady(),
      async () => {
        await delay(RETRY_MS);
        if (isWanted) follow(readFirst());
      },
    );
  };
  if (isWanted) follow(reading);
  return () => {
    isWanted = false;
  };
}
