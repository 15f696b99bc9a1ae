import type { EndpointName } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';
import type { ApiQueueRow } from '../db/schema.ts';

/** Hooks of the part that queues calls to an endpoint, for the server's answer. */
export type QueuedCall = {
  /** False: the user was shown nothing that a refusal could undo. */
  readonly isShown?: false;
  readonly onTaken?: (row: ApiQueueRow) => Promise<void>;
  /** Undoes the change that was shown as done. Called only while the same user is signed in. */
  readonly onRefused?: (row: ApiQueueRow, error: AppError) => Promise<void>;
};
export type QueuedCalls = { readonly [Name in EndpointName]?: QueuedCall };
