import type { EndpointName } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';
import type { ApiQueueRow } from '../db/schema.ts';

/** Hooks of the part that queues calls to an endpoint, for the server's answer. */
export type QueuedCall = {
  /** False: the user was shown nothing that a refusal could undo. */
  readonly isShown?: false;
  readonly onTaken?: (row: ApiQueueRow) => Promise<void>;
  /**
   * Undoes here what was shown, in the transaction that removes the row, with a network or without one. `later`: the user's changes
   * that were made after it and still wait; what they show stays. Called only while the same user is signed in.
   */
  readonly undo?: (row: ApiQueueRow, later: readonly ApiQueueRow[]) => Promise<void>;
  /** Learns how it stands from the server. Called only while the same user is signed in. */
  readonly onRefused?: (row: ApiQueueRow, error: AppError) => Promise<void>;
};
export type QueuedCalls = { readonly [Name in EndpointName]?: QueuedCall };
