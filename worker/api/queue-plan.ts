import type { UserInfo } from '#contract/api/envelope.ts';
import { CHANGES_AT_ONCE, LOGOUT_WAITS_MS } from '#contract/api/rules.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ErrorCode } from '#contract/result.ts';
import { targetOf } from '../base/accepted.ts';
import { dueAtOf } from '../db/queue-rows.ts';
import type { ApiQueueRow, SessionRow } from '../db/schema.ts';

/** A row of the API queue with its id, which is its order. */
export type QueuedRow = ApiQueueRow & { readonly id: number };

/** The user as whom a change is sent. `isHere`: it is the signed-in user, and the change is not a logout. */
export type QueueSender = { readonly user: UserInfo; readonly isHere: boolean };

/** Input of `planQueue` besides the rows: time, session, and which rows are being sent or cancelled. */
export type QueueState = {
  /** Time of the plan (device clock, ms). */
  readonly now: number;
  readonly session: SessionRow | undefined;
  /** The last user before a failed login, whose data is stored; undefined otherwise. */
  readonly owner: number | undefined;
  /** Operation ids of the rows that are being sent. */
  readonly sending: { has(operationId: string): boolean };
  /** Operation ids of the rows that are about to be deleted. */
  readonly cancelled: { has(operationId: string): boolean };
  /** By operation id of a logout: when it first became due after its last attempt (device clock, ms). */
  readonly logoutsDueSince: ReadonlyMap<string, number>;
  /** By uid: the time at which the server accepted the last change of the account. */
  readonly acceptedAt: ReadonlyMap<number, number>;
};

/** Result of `planQueue`: the rows to send and to delete now, the due logouts, and when to plan again. */
export type QueuePlan = {
  /** Rows to send, concurrently. */
  readonly start: readonly { readonly row: QueuedRow; readonly sender: QueueSender }[];
  /** Rows that a block of the same person replaces, and rows of endpoints that this build lacks. */
  readonly obsolete: readonly QueuedRow[];
  /** Logouts whose retry time has come, neither being sent nor cancelled; includes those that wait for other changes of their account. */
  readonly dueLogouts: readonly QueuedRow[];
  /** Time until the next row can be sent, ms; undefined when none waits for a time. */
  readonly waitMs: number | undefined;
};

/** Failures without an answer of our server. */
const UNREACHED: ReadonlySet<ErrorCode> = new Set(['offline', 'timeout']);
/** Returns whether the last attempt got no answer of our server: offline or timeout. */
export const isUnreached = ({ failure }: ApiQueueRow): boolean =>
  failure !== undefined && UNREACHED.has(failure.error.code);

const actionOf = ({ endpoint, data }: ApiQueueRow) =>
  endpoint === 'changeRelation' ? (data as { readonly action?: unknown }).action : undefined;
const isBlock = (row: ApiQueueRow) => actionOf(row) === 'block';
const isLogout = ({ endpoint }: ApiQueueRow) => endpoint === 'logout';
/** Returns whether the change is sent outside of the limit of CHANGES_AT_ONCE: a block, a report or a logout. */
export const isUrgent = (row: ApiQueueRow): boolean => isLogout(row) || row.endpoint === 'report' || isBlock(row);

/**
 * Returns the key of the target of a change: a person, the profile, the settings, a call, a task. Changes of one target are sent in order,
 * and different targets do not wait for each other. Each report and each logout is a target of its own; only a logout also waits for other
 * changes of its account, for a limited time (`planQueue`).
 */
export function targetKeyOf(row: ApiQueueRow): string {
  const { uid, endpoint, operationId, data } = row;
  if (isLogout(row) || endpoint === 'report') return `${uid}/${operationId}`;
  const person = targetOf(row);
  if (person !== undefined) return `${uid}/person/${person}`;
  const { settings, sid = '', taskKey = '' } = Object(data) as Readonly<Record<string, unknown>>;
  return [uid, endpoint, settings === undefined ? '' : 'settings', sid, taskKey].join('/');
}

/**
 * Returns as whom a row is sent: changes of the signed-in user with the current token, those of a signed-out one with that user's last
 * token. Undefined while a change waits for its user's login.
 */
function senderOf(row: ApiQueueRow, { session, owner }: QueueState): QueueSender | undefined {
  const isHere = session?.uid === row.uid && !isLogout(row);
  if (isHere && session.status === 'expired') return undefined;
  // After a failed login the user's changes wait for a successful one.
  if (!session && !isLogout(row) && owner === row.uid) return undefined;
  const { uid: id, jid, role, vcToken } = isHere ? session : row;
  return { user: { id, jid, role, vcToken }, isHere };
}

/**
 * Decides which rows of the queue are sent now (law 5). The rows are in the order of their ids.
 *
 * A block deletes all relations to the person, also on the server, so it replaces the earlier changes of that person instead of waiting
 * for them. A logout lets the other changes of its account go first, as long as they can be sent and at most LOGOUT_WAITS_MS.
 */
export function planQueue(rows: readonly QueuedRow[], state: QueueState): QueuePlan {
  const { now, sending, cancelled } = state;
  const start: { readonly row: QueuedRow; readonly sender: QueueSender }[] = [];
  const obsolete: QueuedRow[] = [];
  const waits: number[] = [];
  /** Targets with an earlier row that later ones wait for: neither settled nor stalled. */
  const held = new Set<string>();
  /** Ids of the rows that are being sent, or would be at once if there were a free place. */
  const ready = new Set<number>();
  let free = CHANGES_AT_ONCE - rows.filter((row) => sending.has(row.operationId) && !isUrgent(row)).length;

  const isKnown = ({ endpoint }: QueuedRow) => Object.hasOwn(endpoints, endpoint);
  const isLeaving = ({ operationId }: QueuedRow) => sending.has(operationId) || cancelled.has(operationId);
  const dueLogouts = rows.filter((row) => isLogout(row) && !isLeaving(row) && dueAtOf(row, now) <= now);
  const dueSince = ({ operationId }: QueuedRow) => state.logoutsDueSince.get(operationId) ?? now;

  /** Returns when a change may be sent: one that got no answer and is not stalled, once with each attempt of its account's later logout. */
  function dueAt(row: QueuedRow): number {
    const isLast = dueLogouts.some(
      (logout) => logout.uid === row.uid && logout.id > row.id && (row.failure?.failedAt ?? 0) < dueSince(logout),
    );
    return isLast && isUnreached(row) && row.failure?.isStalled === false ? now : dueAtOf(row, now);
  }

  function planChange(row: QueuedRow): void {
    const target = targetKeyOf(row);
    if (sending.has(row.operationId)) ready.add(row.id);
    if (row.failure?.isStalled === true && !isLeaving(row)) return;
    const sender = senderOf(row, state);
    const earlier = isBlock(row) ? rows.filter((other) => other.id < row.id && targetKeyOf(other) === target) : [];
    // An unblock that the server may be carrying out must not arrive after the block.
    obsolete.push(
      ...earlier.filter(
        (other) =>
          !cancelled.has(other.operationId) && !(sending.has(other.operationId) && actionOf(other) === 'unblock'),
      ),
    );
    const isHeld = held.has(target) || earlier.length > 0;
    held.add(target);
    if (isHeld || isLeaving(row) || !sender) return;
    const at = dueAt(row);
    if (at > now) {
      waits.push(at - now);
      return;
    }
    ready.add(row.id);
    if (!isUrgent(row)) free -= 1;
    if (isUrgent(row) || free >= 0) start.push({ row, sender });
  }

  function planLogout(row: QueuedRow): void {
    const sender = senderOf(row, state);
    if (!sender) return;
    const isAwaited = (other: QueuedRow) =>
      other.id < row.id && other.uid === row.uid && ready.has(other.id) && senderOf(other, state)?.isHere === false;
    const until = Math.max(dueSince(row), state.acceptedAt.get(row.uid) ?? 0) + LOGOUT_WAITS_MS;
    if (now < until && rows.some(isAwaited)) waits.push(until - now);
    else start.push({ row, sender });
  }

  for (const row of rows) {
    // A build with an endpoint that this one lacks wrote the row.
    if (!isKnown(row)) obsolete.push(...(isLeaving(row) ? [] : [row]));
    else if (!isLogout(row)) planChange(row);
    else if (!isLeaving(row) && dueAtOf(row, now) > now) waits.push(dueAtOf(row, now) - now);
  }
  for (const row of dueLogouts) planLogout(row);
  return { start, obsolete, dueLogouts, waitMs: waits.length > 0 ? Math.min(...waits) : undefined };
}
