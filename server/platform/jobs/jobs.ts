import type { Logger } from '../log/logger.ts';

/**
 * Work that is due again and again. Each run is short or looks at `signal`, and is safe to run twice. One process at a time runs it,
 * but for work on what each process has of its own: that is done `everywhere`.
 */
export type Job = {
  readonly name: string;
  readonly everyMs: number;
  readonly everywhere?: true;
  run(signal: AbortSignal): Promise<void>;
};

/** Long enough for a start to be over. */
const FIRST_AFTER_MS = 2_000;

export type RunningJobs = {
  /** How long each job is past its time, in seconds; a run that failed or hangs does not count as done. */
  lags(): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

/** Runs each job by itself until `close`, one run of it after the other; one that fails stops no other, and runs again. */
export function runJobs(jobs: readonly Job[], log: Logger): RunningJobs {
  const controller = new AbortController();
  const { signal } = controller;
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  /** When each should have come to a good end. */
  const dueAt = new Map<Job, number>();

  function schedule(job: Job, inMs: number): void {
    if (signal.aborted) return;
    timers.set(
      job,
      setTimeout(() => running.set(job, run(job)), inMs),
    );
  }

  async function run(job: Job): Promise<void> {
    try {
      await job.run(signal);
      dueAt.set(job, performance.now() + job.everyMs);
    } catch (error) {
      if (!signal.aborted)
        log.warn({ job: job.name, reason: error instanceof Error ? error.name : 'unknown' }, 'a job failed');
    }
    schedule(job, job.everyMs);
  }

  for (const job of jobs) {
    const inMs = Math.min(job.everyMs, FIRST_AFTER_MS);
    dueAt.set(job, performance.now() + inMs);
    schedule(job, inMs);
  }
  return {
    lags: () =>
      Object.fromEntries([...dueAt].map(([{ name }, at]) => [name, Math.max(0, (performance.now() - at) / 1_000)])),
    async close() {
      controller.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
