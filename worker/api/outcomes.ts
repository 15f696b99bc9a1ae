import type { AppError } from '#contract/result.ts';
import type { QueuedCall, QueuedCalls } from '../base/queued-call.ts';
import { readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';

export type Outcomes = {
  /** Registers the owner of endpoints: each endpoint has one. */
  register(calls: QueuedCalls): void;
  onTaken(row: ApiQueueRow): Promise<void>;
  onRefused(row: ApiQueueRow, error: AppError): Promise<void>;
  /** Runs in the transaction that removes the row. */
  undo(row: ApiQueueRow, later: readonly ApiQueueRow[]): Promise<void>;
};

/** Creates the table that finds the part that queued a call, by the endpoint. */
export function createOutcomes(app: AppDb): Outcomes {
  const owners = new Map<string, QueuedCall>();
  return {
    register(calls) {
      for (const [endpoint, call] of Object.entries(calls)) {
        if (owners.has(endpoint)) throw new TypeError(`two parts queue ${endpoint}`);
        owners.set(endpoint, call);
      }
    },
    onTaken: async (row) => owners.get(row.endpoint)?.onTaken?.(row),
    async onRefused(row, error) {
      const owner = owners.get(row.endpoint);
      // The change may have been shown as done for days: the page now says that it was undone.
      const isSameUser = await app.transaction('rw', app.state, async () => {
        if (owner?.isShown === false || (await readSession(app))?.uid !== row.uid) return false;
        // A cancelled request is not reported.
        if (error.code !== 'cancelled')
          await app.state.put({ key: 'undone', id: row.operationId, at: Date.now(), error });
        return true;
      });
      // The user has signed out: there is nothing to undo here.
      if (isSameUser) await owner?.onRefused?.(row, error);
    },
    async undo(row, later) {
      if ((await readSession(app))?.uid === row.uid) await owners.get(row.endpoint)?.undo?.(row, later);
    },
  };
}
