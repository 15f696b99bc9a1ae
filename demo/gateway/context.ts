import type { BaseOf } from './sessions.ts';
import type { Store } from './store.ts';

/** What its parts share. */
export type Gateway = {
  readonly store: Store;
  readonly key: string;
  now(): number;
  wait(ms: number): Promise<void>;
  readonly baseOf: BaseOf;
  /** Something was written that may be due at once. */
  changed(): void;
};
