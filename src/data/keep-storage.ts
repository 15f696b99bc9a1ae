/** Firefox puts the question to its reader; other engines decide by themselves. */
export const asksToKeep = ({ userAgent }: Pick<Navigator, 'userAgent'>): boolean => /Firefox\//.test(userAgent);

/** Whether the browser keeps what lies here, also when the device runs out of space; undefined where it has no such thing. */
export async function isStorageKept(): Promise<boolean | undefined> {
  return navigator.storage?.persisted?.().catch(() => undefined);
}

/** Asks the browser for that, unless it does so already; returns what it answered. */
export async function keepStorage(): Promise<boolean | undefined> {
  if (await isStorageKept()) return true;
  return navigator.storage?.persist?.().catch(() => undefined);
}
