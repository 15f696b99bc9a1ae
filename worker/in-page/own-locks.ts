type Locks = Pick<LockManager, 'request' | 'query'>;

/**
 * Returns the Web Locks that the core needs, implemented within this page: no other page shares its core, and
 * browsers that forbid storage also forbid `navigator.locks`. All locks are exclusive and granted in the order of the
 * requests.
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
