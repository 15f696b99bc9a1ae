import { CORE_RESTS_AFTER_MS } from '#contract/core-rules.ts';

type Ports = {
  readonly hasTabs: () => boolean;
  /** Resolves when no work is under way that must not be interrupted. */
  readonly idle: () => Promise<void>;
  /** Whether something is left that this core can send now. */
  readonly waits: () => Promise<boolean>;
  /** Ends the core for good. */
  readonly end: () => Promise<void>;
};

export type Rest = {
  /** A tab is gone. */
  readonly follow: () => void;
};

/**
 * Ends a core that no tab needs. Chromium keeps its worker for minutes after the last page (trap 8): meanwhile its account would
 * look online, and what the service worker does for a closed app would wait for a core that nobody looks at. A reload takes less.
 */
export function createRest({ hasTabs, idle, waits, end }: Ports): Rest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function follow(): void {
    clearTimeout(timer);
    if (!hasTabs()) timer = setTimeout(look, CORE_RESTS_AFTER_MS);
  }
  async function look(): Promise<void> {
    await idle();
    // A database that fails keeps nothing that could still be sent.
    const isBusy = await waits().catch(() => false);
    if (isBusy || hasTabs()) follow();
    else await end();
  }
  // Its first tab may be gone before it could attach.
  follow();
  return { follow };
}
