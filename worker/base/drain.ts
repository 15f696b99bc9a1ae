import { retryPause } from '../db/reopen.ts';

/** A worker loop over rows that wait in the database, such as queued API calls. */
export type Drain = {
  /** Starts the work when there may be something to do or a retry may succeed. Cheap to call. */
  kick(): void;
  /** Stops permanently, because another core takes over. */
  stop(): void;
};

/** Runs a function after some ms; the returned function cancels it. A timer that tests replace. */
export type Schedule = (ms: number, run: () => void) => () => void;

/** Starts a timer of the realm. */
export const startTimer: Schedule = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Runs `work` after each `kick`, never concurrently, and again when it was kicked during a run. `work` resolves to
 * the ms after which to run again, or undefined when there is nothing to wait for. Work that throws, because the
 * database failed, runs again after growing pauses.
 */
export function createDrain(work: () => Promise<number | undefined>, wait: Schedule = startTimer): Drain {
  let running = false;
  let isRequested = false;
  let stopped = false;
  let failures = 0;
  let cancelWait = () => {};

  function kick(): void {
    cancelWait();
    isRequested = true;
    if (running || stopped) return;
    isRequested = false;
    running = true;
    work()
      .then((waitMs) => {
        failures = 0;
        if (waitMs !== undefined && !stopped) cancelWait = wait(waitMs, kick);
      })
      .catch(() => {
        failures += 1;
        if (!stopped) cancelWait = wait(retryPause(failures), kick);
      })
      .finally(() => {
        running = false;
        // `kick` was called during the run, for example after a login that the work waits for.
        if (isRequested) kick();
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
