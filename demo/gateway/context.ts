import type { BaseOf } from './sessions.ts';
import type { Store } from './store.ts';

/** Dependencies that `startGateway` passes to the demo gateway's route modules. */
export type Gateway = {
  readonly store: Store;
  readonly key: string;
  now(): number;
  wait(ms: number): Promise<void>;
  readonly baseOf: BaseOf;
  /** Must be called after a write that may have created a due task. */
  changed(): void;
};
