import type { AppError } from '#contract/result.ts';
import type { QueuedCall, QueuedCalls } from '../base/queued-call.ts';
import { readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';

export type Outcomes = {
  /** Each endpoint has one owner. */
  register(calls: QueuedCalls): void;
  onTaken(row: ApiQueueRow): Promise<void>;
  onRefused(row: ApiQueueRow, error: AppError): Promise<void>;
};

/** Finds the part that queued a call, by the endpoint. */
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
      // It may have been shown for days: the page says that it is not so.
      const told = await app.transaction('rw', app.state, async () => {
        if (row.endpoint === 'logout' || (await readSession(app))?.uid !== row.uid) return false;
        await app.state.put({ key: 'undone', id: row.operationId, at: Date.now(), error });
        return true;
      });
      // Of somebody who has left: there is nothing here to take back.
      if (told) await owners.get(row.endpoint)?.onRefused?.(row, error);
    },
  };
}
