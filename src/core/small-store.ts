const PROBE = 'kept:probe';

/** Returns the local storage if it is writable, for a page without databases; undefined when it is forbidden or full. */
export function findSmallStore(): Storage | undefined {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Replacement of the local storage that stores nothing, for a page without any storage. */
export const noStore = { getItem: () => null, setItem() {}, removeItem() {} };
