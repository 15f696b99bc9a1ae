import type { Logger } from '../log/logger.ts';

/**
 * Periodic work of a domain. A run is short or observes `signal`, and is idempotent. One process at a time runs a job; a job with
 * `everywhere` runs in every process, as it works on process-local state.
 */
export type Job = {
  readonly name: string;
  readonly everyMs: number;
  readonly everywhere?: true;
  run(signal: AbortSignal): Promise<void>;
};

/** Delay of the first run, so that jobs do not compete with the start of the process. */
const FIRST_AFTER_MS = 2_000;

/** The jobs that are scheduled in this process. */
export type RunningJobs = {
  /** Seconds by which each job is overdue, by name; failed and hanging runs do not count as done. */
  lags(): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

/**
 * Schedules periodic jobs in this process until `close`, which aborts `signal` and waits for active runs. Runs of one job never overlap;
 * a failed run is logged, does not affect other jobs, and the job is scheduled again.
 */
export function runJobs(jobs: readonly Job[], log: Logger): RunningJobs {
  const controller = new AbortController();
  const { signal } = controller;
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  /** When the next successful run of each job should have ended, by the monotonic clock. */
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
      if (!signal.aborted) log.warn({ err: error, job: job.name }, 'failed to run a job');
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
