import { type EndpointName, endpoints } from '#contract/api/endpoints.ts';
import type { UserInfo } from '#contract/api/envelope.ts';
import type { AppError } from '#contract/result.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';
import type { Api } from './client.ts';

/** These may pass: the row stays and is tried again later. Every other failure is final and the row goes. */
const PASSING = new Set(['offline', 'timeout', 'cancelled', 'server-error', 'rate-limited', 'need-login']);
const AGAIN_AFTER_MS = 5_000;

/** Writes to the API that outlive a closed app: kept in the database, replayed in order under the same operation id. */
export function createApiQueue(
  db: AppDb,
  api: Pick<Api, 'call'>,
  onFinalFailure: (row: ApiQueueRow, error: AppError) => Promise<void>,
  /** The server took it; the row is gone. */
  onTaken: (row: ApiQueueRow) => Promise<void> = async () => {},
) {
  let running = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function replay(): Promise<'empty' | 'later'> {
    while (!stopped) {
      const row = await db.apiQueue.orderBy('id').first();
      if (!row?.id) return 'empty';
      if (!Object.hasOwn(endpoints, row.endpoint)) {
        // Of a build that had an endpoint more than this one.
        await db.apiQueue.delete(row.id);
        continue;
      }
      const user: UserInfo = { id: row.uid, jid: row.jid, vcToken: row.vcToken, role: row.role };
      const result = await api.call(row.endpoint as EndpointName, row.data as never, {
        operationId: row.operationId,
        user,
        backoff: true,
      });
      if (!result.ok && PASSING.has(result.error.code)) return 'later';
      await db.apiQueue.delete(row.id);
      await (result.ok ? onTaken(row) : onFinalFailure(row, result.error));
    }
    return 'later';
  }

  return {
    /** Try now: there is a new row, or the network may be back. */
    kick(): void {
      clearTimeout(timer);
      if (running || stopped) return;
      running = true;
      replay()
        .then((outcome) => {
          if (outcome === 'later' && !stopped) timer = setTimeout(() => this.kick(), AGAIN_AFTER_MS);
        })
        .catch(() => {
          // The database is closing under us; the rows are there for the next worker.
        })
        .finally(() => {
          running = false;
        });
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
export type ApiQueue = ReturnType<typeof createApiQueue>;
