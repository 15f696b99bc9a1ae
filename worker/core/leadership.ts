import {
  buildOfLock,
  CALL_LOCK,
  CORE_CHANNEL,
  CORE_LOCK,
  coreBuildLock,
  coreInstanceLock,
  isCoreInstanceLock,
} from '#contract/core.ts';
import { CORE_LEFT_OVER_AFTER_MS, CORE_STEP_DOWN_MAX_MS, CORE_TAKE_OVER_AFTER_MS } from '#contract/core-rules.ts';
import { delay } from '../delay.ts';

/** Messages between the cores of one profile (law 10). Build numbers increase. */
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

/** The role of this core among the cores of its profile. */
export type Leadership = {
  /** Resolves once this core holds its instance lock. A page that requests that lock earlier would consider the worker dead. */
  readonly alive: Promise<void>;
  /** Resolves once this core is alive and leads or is stale, so that it can answer commands. */
  readonly decided: Promise<void>;
  /** `stale`: this core has stepped down permanently or lost the lock. */
  readonly role: () => 'waiting' | 'leading' | 'stale';
  /** Resolves to true once this core leads; to false when it became stale or did not get the lock within this time. */
  readonly whenLeading: (withinMs: number) => Promise<boolean>;
  /** Steps down permanently without a newer core. */
  readonly leave: () => Promise<void>;
};

/** The locks and the channel through which cores elect the leader. */
type MeetingPlace = {
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
};

/** The locks and the channel shared by all cores of a browser profile. */
export const profileWide = (): MeetingPlace => ({
  locks: navigator.locks,
  channel: new BroadcastChannel(CORE_CHANNEL),
});

type Options = MeetingPlace & {
  readonly build: number;
  readonly instance: string;
  /**
   * This core runs in the worker of the one tab that hosts the core. Another core that still holds the lock is then a remnant: the tab
   * that hosted it is gone, but its worker has not ended.
   */
  readonly isSoleHost?: boolean;
  readonly onLead: () => Promise<void>;
  /** Resolves when no work is running that must not be interrupted: never during a call (law 10). */
  readonly whenFree?: () => Promise<void>;
  /** Completes running work, saves and disconnects. The lock is released when it resolves or times out. */
  readonly onStepDown: (how: 'drop' | 'leave') => Promise<void>;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Creates the leader election. Exactly one core per browser profile leads (law 8): the holder of the lock `core`; the
 * others wait for it. A newer build asks an older one to step down. The older core finishes within
 * `CORE_STEP_DOWN_MAX_MS`, releases the lock and never leads again. If it does not respond, the newer core steals the
 * lock after `CORE_TAKE_OVER_AFTER_MS`, but never during a call. The core of a sole host steals it after `CORE_LEFT_OVER_AFTER_MS` from
 * any other core.
 */
export function createLeadership(options: Options): Leadership {
  const { build, instance, locks, channel, isSoleHost = false } = options;
  const waiters = new Set<(leads: boolean) => void>();
  const lockRequest = new AbortController();
  let role: 'waiting' | 'leading' | 'stale' = 'waiting';
  let granted = false;
  let leaving = false;
  let release: () => void = () => {};

  function setRole(next: typeof role): void {
    role = next;
    for (const waiter of waiters) waiter(next === 'leading');
    waiters.clear();
  }

  async function stepDown(how: 'drop' | 'leave'): Promise<void> {
    if (role === 'stale' || leaving) return;
    leaving = true;
    if (role === 'leading') await whenFree();
    const wasLeading = role === 'leading';
    setRole('stale');
    lockRequest.abort();
    if (wasLeading) await bounded(options.onStepDown(how));
    release();
  }

  /** Waits for the end of a call. The shared lock `CALL_LOCK` shows other cores why the lock `core` is not released. */
  async function whenFree(): Promise<void> {
    const free = options.whenFree?.() ?? Promise.resolve();
    void locks.request(CALL_LOCK, { mode: 'shared' }, () => free);
    await free;
  }

  async function lead(): Promise<void> {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    granted = true;
    if (isSoleHost) void endRemnants();
    void locks.request(coreBuildLock(build, instance), () => held);
    // The core leads even after a failed start, so that each command can report its own error.
    const started = options
      .onLead()
      .catch(options.onFailure)
      // Superseded during the start: everything started is ended before the newer core gets the lock.
      .then(() => (role === 'stale' ? options.onStepDown('drop') : setRole('leading')));
    await held;
    await bounded(started);
  }

  /** Called when another core has stolen the lock, because this one was suspended or busy for too long. */
  async function overrun(): Promise<void> {
    if (role === 'stale') return;
    setRole('stale');
    await options.onStepDown('drop').catch(() => {});
    release();
  }

  const takeOverAfterMs = isSoleHost ? CORE_LEFT_OVER_AFTER_MS : CORE_TAKE_OVER_AFTER_MS;
  const heldLocks = async () => ((await locks.query()).held ?? []).map(({ name = '' }) => name);

  /**
   * Steals the lock from a remnant, or from a core of an older build that neither responds nor is in a call. Checks again later
   * otherwise.
   */
  async function takeOver(): Promise<void> {
    const names = await heldLocks();
    if (granted || role === 'stale') return;
    const leading = names.map(buildOfLock).filter((found) => found !== undefined);
    const isOlder = leading.every((found) => found < build) && !names.includes(CALL_LOCK);
    if (leading.length === 0 || !(isSoleHost || isOlder)) setTimeout(() => void takeOver(), takeOverAfterMs);
    else {
      lockRequest.abort();
      locks.request(CORE_LOCK, { steal: true }, lead).catch(overrun);
    }
  }

  /** Takes the instance locks of other cores, so that the pages that wait for their end connect to this core. */
  async function endRemnants(): Promise<void> {
    const names = (await heldLocks()).filter((name) => isCoreInstanceLock(name) && name !== coreInstanceLock(instance));
    for (const name of names) locks.request(name, { steal: true }, () => {}).catch(() => {});
  }

  channel.addEventListener('message', ({ data }) => {
    const notice = readNotice(data);
    if (!notice) return;
    if (notice.build > build) void stepDown('drop');
    else if (notice.type === 'hello' && notice.build < build) {
      channel.postMessage({ type: 'superseded', build } satisfies Notice);
    }
  });

  // Held for the worker's lifetime: a page that is granted this lock knows that the worker is gone (trap 11).
  const alive = new Promise<void>((resolve) => {
    const held = locks.request(coreInstanceLock(instance), () => {
      resolve();
      return new Promise(() => {});
    });
    // Rejected in a remnant from which the next core has taken the lock.
    held.catch(() => {});
  });
  locks.request(CORE_LOCK, { signal: lockRequest.signal }, lead).catch(() => {
    // The core became stale while waiting, or the lock was stolen.
    if (granted && !lockRequest.signal.aborted) void overrun();
  });
  setTimeout(() => void takeOver(), takeOverAfterMs);
  channel.postMessage({ type: 'hello', build, instance } satisfies Notice);
  const settled = new Promise<void>((resolve) => {
    waiters.add(() => resolve());
  });

  return {
    alive,
    decided: alive.then(() => settled),
    role: () => role,
    leave: () => stepDown('leave'),
    whenLeading(withinMs) {
      if (role !== 'waiting') return Promise.resolve(role === 'leading');
      return new Promise((resolve) => {
        waiters.add(resolve);
        setTimeout(() => {
          // The core holds the lock and is still starting, so the waiter is resolved after the start.
          if (granted) return;
          waiters.delete(resolve);
          resolve(false);
        }, withinMs);
      });
    },
  };
}

/** Limits the duration of stepping down: when it fails or hangs, the newer core must still get the lock. */
const bounded = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => {}), delay(CORE_STEP_DOWN_MAX_MS)]);
