import type { EndpointName } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';
import type { ApiQueueRow } from '../db/schema.ts';

/** Handlers of the part that queues calls to an endpoint, called when the server accepted or refused one. */
export type QueuedCall = {
  /** False when the user does not see the change: no refusal or stall is reported to the page, and `onRefused` is not called. */
  readonly isShown?: false;
  readonly onTaken?: (row: ApiQueueRow) => Promise<void>;
  /**
   * Undoes the local change, in the transaction that deletes the row; must not use the network. `later`: the user's
   * later changes that are still queued; their effects stay. Called only while the same user is signed in.
   */
  readonly undo?: (row: ApiQueueRow, later: readonly ApiQueueRow[]) => Promise<void>;
  /** Fetches the actual state from the server after a refusal. Called only while the same user is signed in. */
  readonly onRefused?: (row: ApiQueueRow, error: AppError) => Promise<void>;
};
/** A part's handlers by endpoint; each endpoint has one owner. */
export type QueuedCalls = { readonly [Name in EndpointName]?: QueuedCall };
