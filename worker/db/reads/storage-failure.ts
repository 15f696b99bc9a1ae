/** Names of the errors with which the storage refuses or loses a request, in the words of IndexedDB and of Dexie. */
const FAILURES: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'NotReadableError',
  'OpenFailedError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
]);
const NEWER = 'VersionError';
const FULL = 'QuotaExceededError';
/** Dexie wraps an error at most this often. */
const DEPTH_MAX = 5;

/** Returns the names of an error and of the errors that it wraps, outermost first. */
function namesOf(error: unknown): string[] {
  const names: string[] = [];
  for (let at = error; names.length < DEPTH_MAX && typeof at === 'object' && at !== null; ) {
    const { name, inner } = at as { readonly name?: unknown; readonly inner?: unknown };
    if (typeof name === 'string') names.push(name);
    at = inner;
  }
  return names;
}

/** Returns whether the storage refused or lost the request, so that the same request may succeed later. */
export const isStorageFailure = (error: unknown): boolean => namesOf(error).some((name) => FAILURES.has(name));

/** Returns whether the storage refused the request because the device or the site's quota is full. */
export const isStorageFull = (error: unknown): boolean => namesOf(error).includes(FULL);

/** Returns whether the database was upgraded by a newer build, so that only that build can open it. */
export const isNewerDatabase = (error: unknown): boolean => namesOf(error).includes(NEWER);
