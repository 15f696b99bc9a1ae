import { CORE_LOCK, coreInstanceLock } from '#contract/core.ts';

/** What the cores of one profile say to each other (law 10). Builds are numbers that grow. */
type Notice =
  | { readonly type: 'hello'; readonly build: number; readonly instance: string }
  | { readonly type: 'superseded'; readonly build: number };

function readNotice(data: unknown): Notice | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, build, instance } = data as Record<string, unknown>;
  if (typeof build !== 'number' || !Number.isSafeInteger(build)) return undefined;
  if (type === 'hello' && typeof instance === 'string') return { type, build, instance };
  return type === 'superseded' ? { type, build } : undefined;
}

export type Leadership = {
  /** Resolves once this core's own lock is held: a page that asked for it earlier would think the worker dead. */
  readonly alive: Promise<void>;
  /** Resolves once this core is alive and leads or is stale: whoever attaches to it gets answers. */
  readonly decided: Promise<void>;
  /** `stale`: a newer build has taken over for good. */
  readonly role: () => 'waiting' | 'leading' | 'stale';
  /** Resolves true once this core leads, false when it turned stale or still stands in line after this time. */
  readonly whenLeading: (withinMs: number) => Promise<boolean>;
};

/**
 * Exactly one core per browser profile (law 8): whoever holds the lock `core` leads, the others wait in line. A newer
 * build asks an older one to step down; the older finishes, frees the lock and never leads again.
 */
export function createLeadership(options: {
  readonly build: number;
  readonly instance: string;
  readonly locks: Pick<LockManager, 'request'>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  readonly onLead: () => Promise<void>;
  /** Resolves when nothing is under way that must not be broken off: never during a call (law 10). */
  readonly whenFree?: () => Promise<void>;
  /** Finishes what is under way, saves and disconnects. The lock is freed when it resolves. */
  readonly onStepDown: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}): Leadership {
  const { build, instance, locks, channel } = options;
  const waiters = new Set<(leads: boolean) => void>();
  const inLine = new AbortController();
  let role: 'waiting' | 'leading' | 'stale' = 'waiting';
  let granted = false;
  let leaving = false;
  let release: () => void = () => {};

  function become(next: typeof role): void {
    role = next;
    for (const waiter of waiters) waiter(next === 'leading');
    waiters.clear();
  }

  async function stepDown(): Promise<void> {
    if (role === 'stale' || leaving) return;
    leaving = true;
    if (role === 'leading') await options.whenFree?.();
    const led = role === 'leading';
    become('stale');
    inLine.abort();
    // Whatever fails in saying goodbye, the lock must not be kept from the newer core.
    if (led) await options.onStepDown().catch(() => {});
    release();
  }

  channel.addEventListener('message', ({ data }) => {
    const notice = readNotice(data);
    if (!notice) return;
    if (notice.build > build) void stepDown();
    else if (notice.type === 'hello' && notice.build < build) {
      channel.postMessage({ type: 'superseded', build } satisfies Notice);
    }
  });

  // Held for life: a page that is granted this lock knows that this worker is gone (architecture, trap 11).
  const alive = new Promise<void>((resolve) => {
    void locks.request(coreInstanceLock(instance), () => {
      resolve();
      return new Promise(() => {});
    });
  });
  locks
    .request(CORE_LOCK, { signal: inLine.signal }, async () => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      granted = true;
      // A start that fails is told by each command's own error: leading all the same is what lets them speak.
      await options.onLead().catch(options.onFailure);
      if (role !== 'stale') become('leading');
      // Superseded while starting: what was started ends before the newer core gets the lock.
      else await options.onStepDown().catch(() => {});
      await held;
    })
    .catch(() => {
      // Turned stale while still in line.
    });
  channel.postMessage({ type: 'hello', build, instance } satisfies Notice);
  const settled = new Promise<void>((resolve) => {
    waiters.add(() => resolve());
  });

  return {
    alive,
    decided: alive.then(() => settled),
    role: () => role,
    whenLeading(withinMs) {
      if (role !== 'waiting') return Promise.resolve(role === 'leading');
      return new Promise((resolve) => {
        waiters.add(resolve);
        setTimeout(() => {
          // Already its turn, and only slow to start: that ends by itself, one way or the other.
          if (granted) return;
          waiters.delete(resolve);
          resolve(false);
        }, withinMs);
      });
    },
  };
}
