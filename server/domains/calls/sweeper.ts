import type { Database } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { forgetOldMinutes } from './billing/recent-minutes.ts';
import { endBarredBookings } from './bookings/sweep.ts';

const SWEEP_MS = 250;
const FORGET_MS = 600_000;
const BARRED_MS = 10_000;

type Swept = { sweep(now: number): unknown };

/**
 * Creates the leader's jobs that work without any request, one each so that a failing one stops no other: every 250 ms they advance what
 * `swept` names (calls, bookings, random match, callbacks), every 10 s end bookings whose call cannot take place, and every 10 minutes
 * forget old minutes of hosts.
 */
export function sweepingJobs(options: {
  readonly db: Database;
  readonly swept: Readonly<Record<string, Swept>>;
  readonly clock: { now(): number };
}): readonly Job[] {
  const { db, swept, clock } = options;
  return [
    ...Object.entries(swept).map(([name, job]) => ({
      name: `sweep ${name}`,
      everyMs: SWEEP_MS,
      run: async () => void (await job.sweep(clock.now())),
    })),
    { name: 'end barred bookings', everyMs: BARRED_MS, run: () => endBarredBookings(db, clock.now()) },
    { name: 'forget old minutes', everyMs: FORGET_MS, run: () => forgetOldMinutes(db, clock.now()) },
  ];
}
