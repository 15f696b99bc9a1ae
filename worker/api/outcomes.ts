import type { AppError } from '#contract/result.ts';
import type { QueuedCall, QueuedCalls } from '../base/queued-call.ts';
import { readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';

/** Dispatches the outcomes of queued calls to the parts that queued them. */
export type Outcomes = {
  /** Registers handlers by endpoint. Each endpoint has one owner. */
  register(calls: QueuedCalls): void;
  onTaken(row: ApiQueueRow): Promise<void>;
  onRefused(row: ApiQueueRow, error: AppError): Promise<void>;
  /** Reports to the page that a change is not sent any more until the user decides about it. */
  onStalled(row: ApiQueueRow): Promise<void>;
  /** Undoes the local change if its user is signed in. Runs in the transaction that deletes the row. */
  undo(row: ApiQueueRow, later: readonly ApiQueueRow[]): Promise<void>;
};

/**
 * Creates the dispatcher of the outcomes of queued API calls. Shown changes of the signed-in user that were refused or stalled are also
 * reported to the page, but not those that the user cancelled.
 */
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
      // The change may have been shown as done for days, so the page reports that it was undone.
      const isSameUser = await app.transaction('rw', app.state, async () => {
        if (owner?.isShown === false || (await readSession(app))?.uid !== row.uid) return false;
        // A change that the user cancelled is not reported.
        if (error.code !== 'cancelled')
          await app.state.put({ key: 'undone', id: row.operationId, at: Date.now(), error });
        return true;
      });
      // After a sign-out, and of a change that is not shown, there is nothing to restore.
      if (isSameUser) await owner?.onRefused?.(row, error);
    },
    async onStalled({ operationId: id, uid, endpoint }) {
      await app.transaction('rw', app.state, async () => {
        if (owners.get(endpoint)?.isShown === false || (await readSession(app))?.uid !== uid) return;
        await app.state.put({ key: 'stalled', id, at: Date.now() });
      });
    },
    async undo(row, later) {
      if ((await readSession(app))?.uid === row.uid) await owners.get(row.endpoint)?.undo?.(row, later);
    },
  };
}
