/**
 * Returns whether the browser prompts the user for persistent storage: Firefox does, so there only a tap may request it. Other
 * engines decide themselves.
 */
export const asksForPersistence = ({ userAgent }: Pick<Navigator, 'userAgent'>): boolean => /Firefox\//.test(userAgent);

/** Returns whether the storage is persistent, so that the browser does not evict it; undefined without that API. */
export async function isStoragePersisted(): Promise<boolean | undefined> {
  return navigator.storage?.persisted?.().catch(() => undefined);
}

/**
 * Requests that the browser never evicts the app's storage, unless that is granted already. Resolves to the browser's decision;
 * undefined without that API.
 */
export async function persistStorage(): Promise<boolean | undefined> {
  if (await isStoragePersisted()) return true;
  return navigator.storage?.persist?.().catch(() => undefined);
}
