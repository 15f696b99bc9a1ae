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

/** Temporary failures: the row stays and is retried. Every other failure is final and deletes the row. */
const PASSING = new Set(['offline', 'timeout', 'cancelled', 'server-error', 'rate-limited']);
const AGAIN_AFTER_MS = 5_000;

type Row = ApiQueueRow & { readonly id: number };
/** The user as whom a change is sent, and whether it is the signed-in user. */
type AskedBy = { readonly user: UserInfo; readonly here: boolean };

/** The persistent queue of API writes. */
export type ApiQueue = {
  /** Starts sending, because there is a new row or the network may be back. */
  kick(): void;
  /**
   * Cancels a queued change and undoes it locally, unless a running attempt settles it first. Resolves to whether it
   * was cancelled.
   */
  discard(operationId: string): Promise<boolean>;
  stop(): void;
};

/**
 * Creates the queue of API writes. Rows are persistent and sent in order with the same operation id, always as the
 * account that made the change. Changes of the signed-in user use the current token; when the server rejects it, they
 * wait for the user's next login. Changes of a signed-out user are sent with that user's last token, or not at all.
 */
export function createApiQueue(
  db: AppDb,
  api: Pick<Api, 'call'>,
  onFinalFailure: (row: ApiQueueRow, error: AppError) => Promise<void>,
  /** Called when the server has accepted a row and the row is deleted. */
  onTaken: (row: ApiQueueRow) => Promise<void> = async () => {},
  /** Undoes a row's local change. Runs in the transaction that deletes the row. */
  undo: (row: ApiQueueRow, later: readonly ApiQueueRow[]) => Promise<void> = async () => {},
  accepted: Pick<Accepted, 'note'> = createAccepted(),
): ApiQueue {
  let stopped = false;
  let sending: { readonly operationId: string; readonly end: Promise<unknown> } | undefined;
  /**
   * Operation ids that are cancelled or about to be: they are not sent again, even if `replay` read the row before
   * its deletion.
   */
  const takenBack = new Set<string>();

  /** Deletes a row that will never be accepted and undoes its local change. */
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
    // After a failed login the user's changes wait for a successful one.
    if (!session && row.endpoint !== 'logout' && (await ownerOf(db)) === row.uid) return 'login';
    const { uid: id, jid, role, vcToken } = here ? session : row;
    return { user: { id, jid, role, vcToken }, here };
  }

  /** Sends a row and handles the outcome. Resolves to the ms to wait before a retry, or undefined when none is needed. */
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
   * Sends the queue. Resolves to the ms to wait before the remaining rows; undefined when the queue is empty or waits
   * for a login.
   */
  async function replay(): Promise<number | undefined> {
    while (!stopped) {
      const row = await db.apiQueue.orderBy('id').first();
      if (!row?.id) return undefined;
      if (!Object.hasOwn(endpoints, row.endpoint)) {
        // A build with an endpoint that this one lacks wrote the row.
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

/** Returns the queue as a core part that retries whenever that may succeed. */
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
