import type { BaseOf } from './sessions.ts';
import type { Store } from './store.ts';

/** Dependencies that `startGateway` passes to the demo gateway's route modules. */
export type Gateway = {
  readonly store: Store;
  /** Bearer key of the merchant. */
  readonly key: string;
  /** Time in ms since the epoch; tests set it. */
  now(): number;
  wait(ms: number): Promise<void>;
  readonly baseOf: BaseOf;
  /** Must be called after a write that may have created a task: sets the timer for the next task again. */
  changed(): void;
};
