import type { ChatDb } from '../db/schema.ts';
import { clearOlderThan } from './clear.ts';

const DAY_MS = 86_400_000;

export type KeepPorts = {
  readonly chat: ChatDb;
  readonly now: () => number;
  readonly every: (ms: number, run: () => void) => void;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Applies the setting 'delete after N days' (product 2.4): when the core starts, when the user chooses another number, and once
 * a day while it runs.
 */
export function createKeeper({ chat, now, every, onFailure }: KeepPorts) {
  let days = 0;
  let leads = false;
  const clear = () => clearOlderThan(chat, days, now());
  const tryClear = () => void clear().catch(onFailure);
  return {
    /** Starts when this core leads: only then may it write. */
    async lead(keepDays: number): Promise<void> {
      days = keepDays;
      // Called again where the first cleaning failed.
      if (!leads) every(DAY_MS, tryClear);
      leads = true;
      await clear();
    },
    /** Applies a new choice, made here or on another device. */
    choose(keepDays: number): void {
      if (keepDays === days) return;
      days = keepDays;
      if (leads) tryClear();
    },
    stepDown(): void {
      leads = false;
      days = 0;
    },
  };
}
