import { CHANGE_RETRY_MAX_MS, REQUEST_BACKOFF_JITTER } from '#contract/api/rules.ts';
import type { AppError } from '#contract/result.ts';

/** A queued write to the API. Changes of one target are sent in order, with the same idempotency key in all attempts (wire 1.3). */
export type ApiQueueRow = {
  id?: number;
  operationId: string;
  endpoint: string;
  data: unknown;
  /** Token of the request. A logout sends the token that it revokes, after the session row is deleted. */
  vcToken: string;
  uid: number;
  jid: string;
  role: number;
  queuedAt: number;
  /**
   * State before the change, in the format of the part that queued it; used to undo the change when it is refused, discarded or outdated.
   */
  before?: unknown;
  /** Absent before the first failed attempt. */
  failure?: ChangeFailure;
};

/** The failed attempts of a queued change. Times are in ms of the device clock. */
export type ChangeFailure = {
  /** Failed attempts, by which the pause grows. */
  readonly attempts: number;
  /** Attempts that failed while the server was reachable, without rate limits. With CHANGE_ATTEMPTS_MAX the change is stalled. */
  readonly counted: number;
  readonly failedAt: number;
  readonly nextAt: number;
  readonly error: AppError;
  /** True when the change is not sent until the user asks for it. Later changes of the same target do not wait for it. */
  readonly isStalled: boolean;
};

/** The last change that stalled. `at`: device clock, ms. */
export type StalledRow = { key: 'stalled'; id: string; at: number };

const LONGEST_PAUSE_MS = CHANGE_RETRY_MAX_MS * (1 + REQUEST_BACKOFF_JITTER);

/** Returns the time (device clock, ms) from which a queued change may be sent; infinite while it is stalled. */
export function dueAtOf({ failure }: Pick<ApiQueueRow, 'failure'>, now: number): number {
  if (!failure) return now;
  if (failure.isStalled) return Number.POSITIVE_INFINITY;
  // A time beyond the longest pause: the device clock was set back since the attempt.
  return failure.nextAt - now > LONGEST_PAUSE_MS ? now : failure.nextAt;
}
