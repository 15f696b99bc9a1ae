const PROBE = 'kept:probe';

/** Returns the local storage if it can be written; undefined when it is forbidden or full. */
export function findSmallStore(): Storage | undefined {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return undefined;
  }
}

/** A replacement that stores nothing. */
export const noStore = { getItem: () => null, setItem() {}, removeItem() {} };
