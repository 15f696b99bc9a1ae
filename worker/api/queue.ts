import type { accountCommands } from '#contract/account/commands.ts';
import {
  CHANGE_ATTEMPTS_MAX,
  CHANGE_RETRY_FIRST_MS,
  CHANGE_RETRY_MAX_MS,
  HIDDEN_CHANGES,
  REQUEST_BACKOFF_JITTER,
  REQUEST_TIMEOUT_MS,
} from '#contract/api/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { type Accepted, createAccepted } from '../base/accepted.ts';
import { createDrain, type Schedule, startTimer } from '../base/drain.ts';
import type { CorePart } from '../base/part.ts';
import { expire, isTokenRefused, readSession } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';
import type { Api } from './client.ts';
import type { Outcomes } from './outcomes.ts';
import { isUnreached, planQueue, type QueuedRow, type QueueSender, targetKeyOf } from './queue-plan.ts';

/**
 * Error codes after which a row stays and is retried. Any other error deletes the row, except an abort, and a refused token of the
 * signed-in user, whose changes wait for a login.
 */
const PASSING = new Set(['offline', 'timeout', 'server-error', 'rate-limited']);

/** The dependencies of the API queue. Tests replace clock, chance and timer. */
export type QueuePorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly outcomes: Pick<Outcomes, 'onTaken' | 'onRefused' | 'onStalled' | 'undo'>;
  readonly accepted?: Pick<Accepted, 'note'>;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly later?: Schedule;
};

/** The persistent queue of API writes. */
export type ApiQueue = {
  /**
   * Starts sending, because there is a new row. `reached`: the server may be reachable again, so changes that got no answer are sent at
   * once, unless they are stalled. `asked`: the user asks for it, so all changes of the signed-in user and all logouts are sent at once,
   * stalled ones too.
   */
  kick(why?: 'reached' | 'asked'): void;
  /**
   * Cancels a queued change and undoes it locally, unless a running attempt settles it first. Resolves to whether it was cancelled; false
   * also for HIDDEN_CHANGES.
   */
  discard(operationId: string): Promise<boolean>;
  stop(): void;
};

type Sending = { readonly abort: AbortController; readonly end: Promise<void> };

/** Returns the pause after a failed attempt, ms: 5, 10, 20 .. 300 s, plus up to 20 %. `attempts` counts from 1. */
function pauseAfter(attempts: number, random: number): number {
  const base = Math.min(CHANGE_RETRY_FIRST_MS * 2 ** (attempts - 1), CHANGE_RETRY_MAX_MS);
  return base + base * REQUEST_BACKOFF_JITTER * random;
}

/**
 * Creates the queue of API writes. Rows are persistent and sent with the same operation id, always as the account that made the change;
 * `planQueue` decides which and when. Changes of the signed-in user use the current token; when the server rejects it, they wait for the
 * user's next login. Changes of a signed-out user are sent with that user's last token, or not at all.
 */
export function createApiQueue(ports: QueuePorts): ApiQueue {
  const {
    app,
    api,
    outcomes,
    accepted = createAccepted(),
    now = Date.now,
    random = Math.random,
    later = startTimer,
  } = ports;
  let stopped = false;
  let reset: 'reached' | 'asked' | undefined;
  const sending = new Map<string, Sending>();
  /** Operation ids that are cancelled or about to be: they are not sent again, even if the plan read the row before its deletion. */
  const cancelled = new Set<string>();
  const logoutsDueSince = new Map<string, number>();
  const acceptedAt = new Map<number, number>();

  const find = (operationId: string) => app.apiQueue.where('operationId').equals(operationId).first();
  const inTransaction = <T>(work: () => Promise<T>) =>
    app.transaction('rw', [app.apiQueue, app.state, app.relations, app.lists], work);

  /**
   * Deletes a row, inside a transaction; with the logout of a signed-out account also the changes that use its token, which can never be
   * sent.
   */
  async function remove({ id, uid, endpoint, vcToken }: QueuedRow): Promise<void> {
    await app.apiQueue.delete(id);
    if (endpoint === 'logout' && (await readSession(app))?.uid !== uid)
      await app.apiQueue.filter((row) => row.uid === uid && row.vcToken === vcToken).delete();
  }

  /** Undoes the local change of a row and deletes it, inside a transaction. Resolves to false when the row is gone already. */
  async function undo(id: number): Promise<boolean> {
    const row = await app.apiQueue.get(id);
    if (!row) return false;
    const after = await app.apiQueue.where('id').above(id).toArray();
    await remove({ ...row, id });
    await outcomes.undo(
      row,
      after.filter(({ uid }) => uid === row.uid),
    );
    return true;
  }
  /**
   * Undoes and deletes a row that the server refused, the user cancelled or a later row replaces. Resolves to false when it is gone
   * already.
   */
  const drop = ({ id }: QueuedRow): Promise<boolean> => inTransaction(() => undo(id));

  /** Handles an accepted change. Stalled earlier changes of its target are undone: sent later, they would overwrite it. */
  async function accept(row: QueuedRow): Promise<void> {
    accepted.note(row);
    acceptedAt.set(row.uid, now());
    logoutsDueSince.delete(row.operationId);
    const outdated = await inTransaction(async () => {
      const target = targetKeyOf(row);
      const before = (await app.apiQueue.where('id').below(row.id).toArray()) as QueuedRow[];
      const stalled = before.filter((other) => other.failure?.isStalled === true && targetKeyOf(other) === target);
      for (const { id } of stalled) await undo(id);
      await remove(row);
      return stalled;
    });
    await outcomes.onTaken(row);
    for (const other of outdated) if (other.failure) await outcomes.onRefused(other, other.failure.error);
  }

  /** Records a temporary failure; after CHANGE_ATTEMPTS_MAX that count, the change is stalled, except one of HIDDEN_CHANGES. */
  async function recordFailure({ id }: QueuedRow, error: AppError): Promise<void> {
    const stalled = await app.transaction('rw', app.apiQueue, app.state, async () => {
      const row = await app.apiQueue.get(id);
      if (!row) return undefined;
      const connection = await app.state.get('connection');
      const isConnected = connection?.key === 'connection' && connection.state === 'connected';
      // Only failures of a reachable server, except its rate limit, count towards a stall: without a stream, no answer means no network.
      const isCounted = error.code === 'server-error' || (isConnected && error.code !== 'rate-limited');
      const attempts = (row.failure?.attempts ?? 0) + 1;
      const counted = (row.failure?.counted ?? 0) + (isCounted ? 1 : 0);
      const asked = error.code === 'rate-limited' ? Math.min(error.retryAfterMs, CHANGE_RETRY_MAX_MS) : 0;
      const nextAt = now() + Math.max(pauseAfter(attempts, random()), asked);
      // A change that no user made is not listed, so it could be neither retried nor discarded.
      const isStalled = counted >= CHANGE_ATTEMPTS_MAX && !HIDDEN_CHANGES.includes(row.endpoint);
      await app.apiQueue.update(id, { failure: { attempts, counted, failedAt: now(), nextAt, error, isStalled } });
      return isStalled ? row : undefined;
    });
    if (stalled) await outcomes.onStalled(stalled);
  }

  /** Sends a row and handles the outcome. */
  async function send(row: QueuedRow, { user, isHere }: QueueSender, signal: AbortSignal): Promise<void> {
    const { id, operationId } = row;
    // A plan that is older than the end of the last attempt must not send the row again.
    const current = await app.apiQueue.get(id);
    if (!current || current.failure?.failedAt !== row.failure?.failedAt || cancelled.has(operationId)) return;
    const startedAt = now();
    const result = await api.call(row.endpoint as EndpointName, row.data as never, {
      operationId,
      user,
      backoff: true,
      signal,
      // A slow attempt is not repeated at once: other changes wait for its place.
      mayRetry: () => !cancelled.has(operationId) && now() - startedAt < REQUEST_TIMEOUT_MS,
    });
    if (result.ok) return accept(row);
    // An abort says nothing about the change: it stays queued, and is sent again unless it is cancelled or this queue stopped.
    if (stopped || cancelled.has(operationId) || result.error.code === 'cancelled') return;
    if (PASSING.has(result.error.code)) {
      logoutsDueSince.delete(operationId);
      await recordFailure(row, result.error);
    } else if (isHere && isTokenRefused(result.error)) await expire(app, user.vcToken);
    else if (await drop(row)) await outcomes.onRefused(row, result.error);
  }

  function start(row: QueuedRow, sender: QueueSender): void {
    const abort = new AbortController();
    const end = send(row, sender, abort.signal);
    sending.set(row.operationId, { abort, end });
    end
      .then(
        () => drain.kick,
        // The database is closing or full. Sending at once would repeat the request without a pause.
        () => kickLater,
      )
      .then((next) => {
        sending.delete(row.operationId);
        next();
      });
  }

  /** Aborts a running attempt of an obsolete row; after its end, undoes and deletes the row. */
  function replace(row: QueuedRow): void {
    cancelled.add(row.operationId);
    const attempt = sending.get(row.operationId);
    attempt?.abort.abort();
    Promise.resolve(attempt?.end)
      .catch(() => undefined)
      .then(() => drop(row))
      .then(drain.kick, () => {
        cancelled.delete(row.operationId);
        kickLater();
      });
  }

  /** Lets failed changes be sent at once: those that got no answer and are not stalled; with `asked` also all of the user, and logouts. */
  async function releaseFailed(why: 'reached' | 'asked'): Promise<void> {
    const uid = (await readSession(app))?.uid;
    await app.apiQueue.toCollection().modify((row) => {
      const { failure } = row;
      if (!failure) return;
      if (why === 'asked' && (row.uid === uid || row.endpoint === 'logout')) delete row.failure;
      else if (isUnreached(row) && !failure.isStalled)
        row.failure = { ...failure, attempts: failure.counted, nextAt: 0 };
    });
  }

  /** Starts the rows that can be sent. Resolves to the ms until the next one; undefined when none waits for a time. */
  async function work(): Promise<number | undefined> {
    if (stopped) return undefined;
    const why = reset;
    reset = undefined;
    if (why) await releaseFailed(why);
    const [rows, session, owner] = await Promise.all([
      app.apiQueue.orderBy('id').toArray() as Promise<QueuedRow[]>,
      readSession(app),
      app.state.get('owner'),
    ]);
    if (stopped) return undefined;
    const plan = planQueue(rows, {
      now: now(),
      session,
      owner: owner?.key === 'owner' ? owner.uid : undefined,
      sending,
      cancelled,
      logoutsDueSince,
      acceptedAt,
    });
    for (const { operationId } of plan.dueLogouts)
      if (!logoutsDueSince.has(operationId)) logoutsDueSince.set(operationId, now());
    for (const row of plan.obsolete) replace(row);
    for (const { row, sender } of plan.start) start(row, sender);
    return plan.waitMs;
  }

  const drain = createDrain(work, later);
  const kickLater = () => void later(CHANGE_RETRY_FIRST_MS, drain.kick);
  return {
    kick(why) {
      if (why === 'asked' || reset === undefined) reset = why;
      drain.kick();
    },
    async discard(operationId) {
      const found = await find(operationId);
      if (!found || HIDDEN_CHANGES.includes(found.endpoint) || cancelled.has(operationId)) return false;
      cancelled.add(operationId);
      try {
        await sending.get(operationId)?.end.catch(() => undefined);
        const row = await find(operationId);
        if (row?.id === undefined || stopped) return false;
        if (!(await drop({ ...row, id: row.id }))) return false;
        await outcomes.onRefused(row, { code: 'cancelled' });
        // Later changes of the same target do not wait for the cancelled one any more.
        drain.kick();
        return true;
      } catch (error) {
        cancelled.delete(operationId);
        throw error;
      }
    },
    stop(): void {
      stopped = true;
      drain.stop();
    },
  };
}

/**
 * Returns the queue as a core part: it is kicked after a sign-in, with a new stream, when the network is back and when the user asks for
 * it.
 */
export const queuePart = ({
  kick,
  discard,
  stop,
}: ApiQueue): CorePart<Pick<CommandsOf<typeof accountCommands>, 'discardChange'>> => ({
  commands: {
    discardChange: async (operationId) => ((await discard(operationId)) ? ok(null) : fail({ code: 'conflict' })),
  },
  onSignedIn: () => kick('reached'),
  onStreamUp: () => kick('reached'),
  onWake(why) {
    if (why !== 'visible') kick(why === 'asked' ? 'asked' : 'reached');
  },
  onStepDown: stop,
});
