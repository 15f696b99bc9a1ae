const PROBE = 'kept:probe';

/** Returns the local storage if it is writable; undefined when it is forbidden or full. */
export function findSmallStore(): Storage | undefined {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return undefined;
  }
}

/** A replacement of the local storage that stores nothing. */
export const noStore = { getItem: () => null, setItem() {}, removeItem() {} };
