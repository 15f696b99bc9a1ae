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

type Row = ApiQueueRow & { readonly id: number };
/** Who a change is sent as, and whether they are the one signed in. */
type AskedBy = { readonly user: UserInfo; readonly here: boolean };

export type ApiQueue = {
  /** Tries now: there is a new row, or the network may be back. */
  kick(): void;
  /** Removes a row, and what it shows, unless the server answers the attempt that is under way; returns whether it did. */
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
  let sending: { readonly operationId: string; readonly end: Promise<unknown> } | undefined;
  /** Taken back, or about to be: not tried again. A replay may have read the row before it was removed. */
  const takenBack = new Set<string>();

  /** Removes a row that will never be accepted, and what it shows. */
  async function drop(row: Row): Promise<void> {
    await db.transaction('rw', [db.apiQueue, db.state, db.relations, db.lists], async () => {
      await db.apiQueue.delete(row.id);
      const after = await db.apiQueue.where('id').above(row.id).toArray();
      await undo(
        row,
        after.filter(({ uid }) => uid === row.uid),
      );
    });
  }

  async function askedBy(row: ApiQueueRow): Promise<AskedBy | 'login'> {
    const session = await readSession(db);
    const here = session?.uid === row.uid && row.endpoint !== 'logout';
    if (here && session.status === 'expired') return 'login';
    // A failed login cleared the user: their changes wait for a login that succeeds.
    if (!session && row.endpoint !== 'logout' && (await ownerOf(db)) === row.uid) return 'login';
    const { uid: id, jid, role, vcToken } = here ? session : row;
    return { user: { id, jid, role, vcToken }, here };
  }

  /** Sends a row, and settles what the server answers. Returns the ms to wait before it is tried again, if it is. */
  async function send(row: Row, { user, here }: AskedBy): Promise<number | undefined> {
    const { id, operationId } = row;
    const result = await api.call(row.endpoint as EndpointName, row.data as never, {
      operationId,
      user,
      backoff: true,
      mayRetry: () => !takenBack.has(operationId),
    });
    if (result.ok) {
      accepted.note(row);
      await db.apiQueue.delete(id);
      await onTaken(row);
      return undefined;
    }
    if (PASSING.has(result.error.code)) return AGAIN_AFTER_MS;
    if (here && isTokenRefused(result.error)) {
      await expire(db, user.vcToken);
      return undefined;
    }
    await drop(row);
    await onFinalFailure(row, result.error);
    return undefined;
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
      if (takenBack.has(row.operationId)) continue;
      const end = send({ ...row, id: row.id }, by);
      sending = { operationId: row.operationId, end };
      const waitMs = await end.finally(() => {
        sending = undefined;
      });
      if (waitMs !== undefined) return waitMs;
    }
    return undefined;
  }

  const drain = createDrain(replay);
  return {
    kick: drain.kick,
    async discard(operationId) {
      const find = () => db.apiQueue.where('operationId').equals(operationId).first();
      const found = await find();
      if (!found || SILENT_CALLS.includes(found.endpoint) || takenBack.has(operationId)) return false;
      takenBack.add(operationId);
      try {
        if (sending?.operationId === operationId) await sending.end.catch(() => undefined);
        const row = await find();
        if (row?.id === undefined || stopped) return false;
        await drop({ ...row, id: row.id });
        await onFinalFailure(row, { code: 'cancelled' });
        return true;
      } catch (error) {
        takenBack.delete(operationId);
        throw error;
      }
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
