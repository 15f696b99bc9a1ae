import { CORE_RESTS_AFTER_MS } from '#contract/core-rules.ts';

type Ports = {
  readonly hasTabs: () => boolean;
  /** Resolves when no work is running that must not be interrupted. */
  readonly idle: () => Promise<void>;
  /** Resolves to whether a file is being uploaded, or something is queued that this core can send now or soon. */
  readonly waits: () => Promise<boolean>;
  /** Lets the core step down and terminates its worker. */
  readonly end: () => Promise<void>;
};

/** Ends an unused core after its last tab closed. */
export type IdleShutdown = {
  /** Called when a tab has closed: schedules the check whether the core can end. */
  readonly scheduleCheck: () => void;
};

/**
 * Ends a core without tabs after CORE_RESTS_AFTER_MS. Chromium keeps the worker alive for minutes after the last page
 * closed (trap 8): the account would appear online, and the service worker would leave its work to a core without
 * pages. A reload takes less time.
 */
export function createIdleShutdown({ hasTabs, idle, waits, end }: Ports): IdleShutdown {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function scheduleCheck(): void {
    clearTimeout(timer);
    if (!hasTabs()) timer = setTimeout(endIfUnused, CORE_RESTS_AFTER_MS);
  }
  async function endIfUnused(): Promise<void> {
    await idle();
    // A database that fails has nothing that could still be sent.
    const isBusy = await waits().catch(() => false);
    if (isBusy || hasTabs()) scheduleCheck();
    else await end();
  }
  // The first tab may close before it attached, so the core is also checked after its start.
  scheduleCheck();
  return { scheduleCheck };
}
