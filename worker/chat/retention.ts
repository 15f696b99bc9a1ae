import { DAY_MS } from '#contract/durations.ts';
import type { ChatDb } from '../db/schema.ts';
import { clearOlderThan } from './clear.ts';

/** The dependencies of the message retention. */
export type RetentionPorts = {
  readonly chat: ChatDb;
  readonly now: () => number;
  readonly every: (ms: number, run: () => void) => void;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Creates the retention of messages, for the setting 'delete after N days' (product 2.4). It runs when the core
 * becomes leader, when the user changes the number of days, and once a day.
 */
export function createRetention({ chat, now, every, onFailure }: RetentionPorts) {
  let days = 0;
  let leads = false;
  const clear = () => clearOlderThan(chat, days, now());
  const tryClear = () => void clear().catch(onFailure);
  return {
    /** Starts the retention. Called when this core becomes the leader, because only the leader writes. */
    async lead(keepDays: number): Promise<void> {
      days = keepDays;
      // `lead` is called again when the first deletion failed; its timer runs already then.
      if (!leads) every(DAY_MS, tryClear);
      leads = true;
      await clear();
    },
    /** Applies a new number of days, chosen on this device or another one. */
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
