const PROBE = 'kept:probe';

/** The local storage, where it takes something; undefined where it is forbidden or full. */
export function findSmallStore(): Storage | undefined {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return undefined;
  }
}

/** In place of it: keeps nothing. */
export const noStore = { getItem: () => null, setItem() {}, removeItem() {} };
