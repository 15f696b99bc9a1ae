import type { accountCommands } from '#contract/account/commands.ts';
import type { UserInfo } from '#contract/api/envelope.ts';
import { SILENT_CALLS } from '#contract/api/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { type Accepted, createAccepted } from '../base/accepted.ts';
import { createDrain } from '../base/drain.ts';
import type { CorePart } from '../base/part.ts';
import { expire, isTokenRefused, ownerOf, readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';
import type { Api } from './client.ts';

/** Temporary failures: the row is kept and tried again later. Every other failure is final and removes the row. */
const PASSING = new Set(['offline', 'timeout', 'cancelled', 'server-error', 'rate-limited']);
const AGAIN_AFTER_MS = 5_000;

export type ApiQueue = {
  /** Tries now: there is a new row, or the network may be back. */
  kick(): void;
  /** Removes a row that is not on its way, and what it shows; returns whether there was one. */
  discard(operationId: string): Promise<boolean>;
  stop(): void;
};

/**
 * Creates the queue of writes to the API. They outlive a closed app: kept in the database, replayed in order under the same
 * operation id, always as the account that asked. The signed-in user's changes are sent with the current token; when the server
 * refuses it, they wait for the user's next login. Changes of a user who signed out are sent with that user's last token, or
 * not at all.
 */
export function createApiQueue(
  db: AppDb,
  api: Pick<Api, 'call'>,
  onFinalFailure: (row: ApiQueueRow, error: AppError) => Promise<void>,
  /** Called when the server has accepted a row and the row is removed. */
  onTaken: (row: ApiQueueRow) => Promise<void> = async () => {},
  /** Undoes what a row shows. Runs in the transaction of its removal. */
  undo: (row: ApiQueueRow, later: readonly ApiQueueRow[]) => Promise<void> = async () => {},
  accepted: Pick<Accepted, 'note'> = createAccepted(),
): ApiQueue {
  let stopped = false;
  let sending: string | undefined;
  /** Taken back: a replay may have read the row before it was removed. */
  const takenBack = new Set<string>();

  /** Removes a row that will never be accepted, and what it shows. */
  async function drop(row: ApiQueueRow & { readonly id: number }): Promise<void> {
    await db.transaction('rw', [db.apiQueue, db.state, db.relations, db.lists], async () => {
      await db.apiQueue.delete(row.id);
      const after = await db.apiQueue.where('id').above(row.id).toArray();
      await undo(
        row,
        after.filter(({ uid }) => uid === row.uid),
      );
    });
  }

  async function askedBy(row: ApiQueueRow): Promise<{ readonly user: UserInfo; readonly here: boolean } | 'login'> {
    const session = await readSession(db);
    const here = session?.uid === row.uid && row.endpoint !== 'logout';
    if (here && session.status === 'expired') return 'login';
    // A failed login cleared the user: their changes wait for a login that succeeds.
    if (!session && row.endpoint !== 'logout' && (await ownerOf(db)) === row.uid) return 'login';
    const { uid: id, jid, role, vcToken } = here ? session : row;
    return { user: { id, jid, role, vcToken }, here };
  }

  /**
   * Replays the queue. Returns the ms to wait before the rest; undefined when the queue is empty, or all of it waits for a
   * login.
   */
  async function replay(): Promise<number | undefined> {
    while (!stopped) {
      const row = await db.apiQueue.orderBy('id').first();
      if (!row?.id) return undefined;
      if (!Object.hasOwn(endpoints, row.endpoint)) {
        // The row is from a build with an endpoint that this one does not have.
        await db.apiQueue.delete(row.id);
        continue;
      }
      const by = await askedBy(row);
      if (by === 'login') return undefined;
      const { user, here } = by;
      if (takenBack.has(row.operationId)) continue;
      sending = row.operationId;
      const result = await api.call(row.endpoint as EndpointName, row.data as never, {
        operationId: row.operationId,
        user,
        backoff: true,
      });
      sending = undefined;
      if (!result.ok && PASSING.has(result.error.code)) return AGAIN_AFTER_MS;
      if (!result.ok && here && isTokenRefused(result.error)) {
        await expire(db, user.vcToken);
        continue;
      }
      if (result.ok) {
        accepted.note(row);
        await db.apiQueue.delete(row.id);
        await onTaken(row);
      } else {
        await drop({ ...row, id: row.id });
        await onFinalFailure(row, result.error);
      }
    }
    return undefined;
  }

  const drain = createDrain(replay);
  return {
    kick: drain.kick,
    async discard(operationId) {
      const row = await db.apiQueue.where('operationId').equals(operationId).first();
      if (row?.id === undefined || SILENT_CALLS.includes(row.endpoint)) return false;
      if (sending === operationId || takenBack.has(operationId)) return false;
      takenBack.add(operationId);
      try {
        await drop({ ...row, id: row.id });
      } catch (error) {
        takenBack.delete(operationId);
        throw error;
      }
      await onFinalFailure(row, { code: 'cancelled' });
      return true;
    },
    stop(): void {
      stopped = true;
      drain.stop();
    },
  };
}

/** Returns the queue as a part of the core: it tries again whenever that may help. */
export const queuePart = ({
  kick,
  discard,
  stop,
}: ApiQueue): CorePart<Pick<CommandsOf<typeof accountCommands>, 'discardChange'>> => ({
  commands: {
    discardChange: async (operationId) => ((await discard(operationId)) ? ok(null) : fail({ code: 'conflict' })),
  },
  onSignedIn: kick,
  onStreamUp: kick,
  onWake(why) {
    if (why !== 'visible') kick();
  },
  onStepDown: stop,
});
