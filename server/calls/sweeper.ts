import type { Database } from '../database/connect.ts';
import type { Logger } from '../prosody/supervisor.ts';
import { forgetOldMinutes } from './recent-minutes.ts';

const SWEEP_MS = 250;
const FORGET_MS = 600_000;

/** Lets time pass where nobody says anything. Runs where the components run, so in one process only. */
export function startSweeper(options: {
  readonly db: Database;
  readonly swept: readonly { sweep(now: number): unknown }[];
  readonly clock: { now(): number };
  readonly log: Logger;
}) {
  const { db, swept, clock, log } = options;
  let forgotten = 0;
  let running: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    try {
      const now = clock.now();
      for (const one of swept) await one.sweep(now);
      if (now - forgotten < FORGET_MS) return;
      forgotten = now;
      await forgetOldMinutes(db, now);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'calls are not swept');
    }
  }

  const timer = setInterval(() => {
    running ??= sweep().finally(() => {
      running = undefined;
    });
  }, SWEEP_MS);
  return {
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
