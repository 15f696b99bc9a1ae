import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { sweepingJobs } from '../../../server/domains/calls/sweeper.ts';
import { type Job, runJobs } from '../../../server/platform/jobs/jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function logged() {
  const lines: object[] = [];
  const add = (fields: object) => void lines.push(fields);
  return { lines, log: { info: add, warn: add } };
}
const job = (name: string, run: Job['run'], everyMs = 100): Job => ({ name, everyMs, run });

test('a failed job is logged, runs again, and does not affect the other jobs', async () => {
  const { lines, log } = logged();
  let failed = 0;
  let done = 0;
  const counting = async () => {
    done += 1;
  };
  const fails = job('fails', async () => {
    failed += 1;
    throw new TypeError('no');
  });
  const jobs = runJobs([fails, job('works', counting)], log);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([failed, done]).toEqual([10, 10]);
  expect(lines[0]).toEqual({ err: expect.any(TypeError), job: 'fails' });
  await jobs.close();
});

test('a job that never ends delays no other job and is not started twice', async () => {
  let starts = 0;
  let done = 0;
  const counting = async () => {
    done += 1;
  };
  const hangs = job('hangs', (signal) => {
    starts += 1;
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  const jobs = runJobs([hangs, job('works', counting)], logged().log);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([starts, done]).toEqual([1, 10]);
  await jobs.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toBe(10);
});

test('a job with a long interval runs soon after the start, not with it', async () => {
  let done = 0;
  const counting = async () => {
    done += 1;
  };
  const jobs = runJobs([job('rare', counting, HOUR_MS)], logged().log);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toBe(1);
  await jobs.close();
});

test('a failed sweep of calls does not stop the sweeps of match and callbacks', async () => {
  const swept: string[] = [];
  const db = { execute: async () => ({}) } as never;
  const jobs = sweepingJobs({
    db,
    clock: { now: () => 0 },
    swept: {
      calls: { sweep: () => Promise.reject(new Error('one call fails')) },
      match: { sweep: async () => void swept.push('match') },
      callbacks: { sweep: () => void swept.push('callbacks') },
    },
  });
  const running = runJobs(jobs, logged().log);
  await vi.advanceTimersByTimeAsync(300);
  expect(swept).toEqual(['match', 'callbacks']);
  await running.close();
});
