import type { EndpointName } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';
import type { ApiQueueRow } from '../db/schema.ts';

/** What the part that queues calls to an endpoint does once the server has said yes or no to one. */
export type QueuedCall = {
  readonly onTaken?: (row: ApiQueueRow) => Promise<void>;
  /** What was hoped for is taken back. Only asked for whoever is still signed in. */
  readonly onRefused?: (row: ApiQueueRow, error: AppError) => Promise<void>;
};
export type QueuedCalls = { readonly [Name in EndpointName]?: QueuedCall };
