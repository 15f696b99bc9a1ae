type Locks = Pick<LockManager, 'request' | 'query'>;

/**
 * The Web Locks that the core needs, within this page alone: its core is no other page's, and where storage is forbidden the
 * browser's own locks are too. All are exclusive, in the order of asking.
 */
export function ownLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name: string, ...rest: readonly unknown[]) {
      const use = rest.at(-1) as () => unknown;
      const used = Promise.resolve(last.get(name)).then(use);
      last.set(
        name,
        used.catch(() => {}),
      );
      return used;
    },
    query: async () => ({ held: [], pending: [] }),
  } as Locks;
}
