import type { ReturnTo } from '#contract/payments/commands.ts';
import { openPanel } from '../ui/panel.ts';

/** Where the wish for gems came from. */
export type StoreScene = {
  /** The door's name for tracking. */
  readonly source: string;
  /** Gems that are missing; absent where no sum is. */
  readonly need?: number;
  /** The host whom it is about, and what a minute with them costs in gems. */
  readonly host?: { readonly uid: number; readonly name: string; readonly perMinute: number };
  /** The call that waits for it. */
  readonly sid?: string;
  /** Where the payment leads back to. */
  readonly returnTo?: ReturnTo;
};

/** Opens the coin store over whatever is there. */
export const openStore = (scene: StoreScene): void => openPanel('store', { scene });
