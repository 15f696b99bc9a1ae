type Granted = (lock?: object | null) => unknown;
type Waiting = { readonly run: () => void };
type Options = {
  readonly signal?: AbortSignal;
  readonly steal?: boolean;
  readonly ifAvailable?: boolean;
  readonly mode?: string;
};

/** Web Locks as browsers have them (exclusive, first come first served, abortable while they wait), in memory. */
export function fakeLocks() {
  const held = new Set<string>();
  const lines = new Map<string, Waiting[]>();
  /** Rejects the request of a lock holder when the lock is stolen. */
  const robbed = new Map<string, (reason: unknown) => void>();

  function next(name: string): void {
    const first = held.has(name) ? undefined : lines.get(name)?.shift();
    if (!first) return;
    held.add(name);
    first.run();
  }
  function free(name: string): void {
    held.delete(name);
    next(name);
  }

  function request(name: string, given: Options | Granted, then?: Granted): Promise<unknown> {
    const granted = typeof given === 'function' ? given : then;
    const signal = typeof given === 'function' ? undefined : given.signal;
    return new Promise((resolve, reject) => {
      const line = lines.get(name) ?? [];
      lines.set(name, line);
      const waiting: Waiting = {
        run() {
          robbed.set(name, reject);
          Promise.resolve()
            .then(() => granted?.({}))
            .finally(() => robbed.get(name) === reject && free(name))
            .then(resolve, reject);
        },
      };
      if (typeof given !== 'function' && given.steal === true) {
        robbed.get(name)?.(new DOMException('stolen', 'AbortError'));
        held.add(name);
        waiting.run();
        return;
      }
      if (typeof given !== 'function' && given.ifAvailable === true && held.has(name)) {
        Promise.resolve(granted?.(null)).then(resolve, reject);
        return;
      }
      line.push(waiting);
      signal?.addEventListener('abort', () => {
        const place = line.indexOf(waiting);
        if (place < 0) return;
        line.splice(place, 1);
        reject(signal.reason);
      });
      next(name);
    });
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    /** Takes the lock for another client. */
    hold: (name: string) => void held.add(name),
    /** Releases the lock as when its holder dies. */
    free,
    isHeld: (name: string) => held.has(name),
  };
}
