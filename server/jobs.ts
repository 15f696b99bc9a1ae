import type { Logger } from './logger.ts';

/** Work that is due again and again. Each run is short or looks at `signal`, and is safe to run twice. */
export type Job = { readonly name: string; readonly everyMs: number; run(signal: AbortSignal): Promise<void> };

/** Long enough for a start to be over. */
const FIRST_AFTER_MS = 2_000;

/** Runs each job by itself until `close`, one run of it after the other; one that fails stops no other, and runs again. */
export function runJobs(jobs: readonly Job[], log: Logger): { close(): Promise<void> } {
  const controller = new AbortController();
  const { signal } = controller;
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();

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
    } catch (error) {
      if (!signal.aborted)
        log.warn({ job: job.name, reason: error instanceof Error ? error.name : 'unknown' }, 'a job failed');
    }
    schedule(job, job.everyMs);
  }

  for (const job of jobs) schedule(job, Math.min(job.everyMs, FIRST_AFTER_MS));
  return {
    async close() {
      controller.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
