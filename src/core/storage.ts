import { placeOf } from '#contract/mirrored.ts';
import { closeDatabases, readSession } from '#db/reads/app.ts';
import { readThread, readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import type { InPageCore } from '../../worker/in-page.ts';
import { chooseStorage } from './choose-storage.ts';
import { onFreeze } from './leave-page.ts';
import { wasSignedIn } from './signed-in.ts';
import { tabId } from './tab.ts';

const PROBE = 'kept:probe';

/** Returns the local storage if it is writable, for a page without databases; undefined when it is forbidden or full. */
function findSmallStore(): Storage | undefined {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Replacement of the local storage that stores nothing, for a page without any storage. */
const noStore = { getItem: () => null, setItem() {}, removeItem() {} };

/** Timeout for the databases, ms. A busy disk may be slow; no response within this time counts as no storage. */
const PATIENCE_MS = 10_000;
/** Pause before failed databases are read again, ms. */
const RETRY_MS = 500;
const CAME_LATE = 'storage-came-late';

/**
 * What this page can store: everything (`all`), only the session and settings in the local storage (`session`), or nothing beyond
 * the page.
 */
export type StorageScope = 'all' | 'session' | 'nothing';
let keeps: StorageScope = 'all';
/** Returns what this page can store. Valid once `prepareStorage` has resolved. */
export const storageScope = (): StorageScope => keeps;

/** Returns whether the browser exposes IndexedDB. */
export function isDatabaseThere(): boolean {
  try {
    return Boolean(indexedDB);
  } catch {
    return false;
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type FirstRows = { readonly session: Awaited<ReturnType<typeof readSession>>; readonly threads: readonly ThreadRow[] };
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

/** Returns whether the databases had a session. A session in the local storage comes from a visit without databases. */
function hadSession(): boolean {
  try {
    return wasSignedIn() && localStorage.getItem(placeOf('session')) === null;
  } catch {
    return false;
  }
}

/** A frozen page does not reopen its databases. */
onFreeze(closeDatabases);

/** Opens the databases. The conversations are read while the translations load; the start does not wait for them. */
async function readFirst(): Promise<void> {
  const threads = readThreads();
  threads.catch(() => {});
  const [session] = await Promise.all([readSession(), readThread('')]);
  const keep = (rows: Partial<FirstRows>) => {
    if (!isDropped) firstRows = { ...firstRows, ...rows };
  };
  keep({ session });
  if (session)
    threads.then(
      (rows) => keep({ threads: rows }),
      () => {},
    );
}

/**
 * Reloads when the databases responded after the timeout and no user has signed in on this page since: the stored
 * session and data are then available again.
 */
async function reloadOnce(): Promise<void> {
  if (await readSession()) return;
  try {
    // Only once per tab, because the next response may be as late.
    if (sessionStorage.getItem(CAME_LATE) !== null) return;
    sessionStorage.setItem(CAME_LATE, '1');
  } catch {
    return;
  }
  location.reload();
}

async function prepare(): Promise<InPageCore | undefined> {
  let reading: Promise<unknown> | undefined;
  const read = () => {
    reading = readFirst();
    return reading;
  };
  const waits = { patienceMs: PATIENCE_MS, retryMs: RETRY_MS, after };
  const storage = await chooseStorage({ isThere: isDatabaseThere, read, hadSession: hadSession(), ...waits });
  if (storage === 'kept') return undefined;
  dropFirst();
  const { startInPage } = await import('../../worker/in-page.ts');
  const store = findSmallStore();
  const core = await startInPage(tabId, store ?? noStore, () => location.reload());
  keeps = store ? 'session' : 'nothing';
  addEventListener('storage', () => void core.onStorageChanged());
  reading?.then(reloadOnce).catch(() => {});
  return core;
}

let preparing: Promise<InPageCore | undefined> | undefined;

/**
 * Resolves once the page can read its data: to undefined when the browser stores the databases, else to the core that
 * runs in this page. If that core cannot be loaded either, each view reports its own read error.
 */
export function prepareStorage(): Promise<InPageCore | undefined> {
  preparing ??= prepare().catch(() => undefined);
  return preparing;
}
