/** Work that waits in the database and is done one piece after the other. */
export type Drain = {
  /** Starts the work: there is something to do, or a retry may succeed now. Cheap; call it often. */
  kick(): void;
  /** Stops for good: another core does the rest. */
  stop(): void;
};

/** Runs a function after some ms; the returned function cancels it. */
export type Later = (ms: number, run: () => void) => () => void;

const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Runs `work` when it is kicked, never twice at once, and once more when it was kicked meanwhile. `work` resolves with the
 * ms after which to look again, or undefined when there is nothing to wait for.
 */
export function createDrain(work: () => Promise<number | undefined>, wait: Later = later): Drain {
  let running = false;
  let asked = false;
  let stopped = false;
  let cancelWait = () => {};

  function kick(): void {
    cancelWait();
    asked = true;
    if (running || stopped) return;
    asked = false;
    running = true;
    work()
      .then((waitMs) => {
        if (waitMs !== undefined && !stopped) cancelWait = wait(waitMs, kick);
      })
      .catch(() => {
        // The database is closing under us; the rows are there for the next worker.
      })
      .finally(() => {
        running = false;
        // Something came while the last look was under way, such as the login that it waits for.
        if (asked) kick();
      });
  }

  return {
    kick,
    stop(): void {
      stopped = true;
      cancelWait();
    },
  };
}
