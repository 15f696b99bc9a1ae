import type { ConnectionState } from '#contract/core.ts';
import { CHAT_LOGIN_TIMED_OUT } from '#contract/errors.ts';
import type { AppRow } from '../db/schema.ts';

/**
 * Returns the error text of a chat login: 'time out' for `conn-timeout`, else the failed state itself (product 8.3).
 * Empty without failure.
 */
export function errorOfLogin(state: ConnectionState): string {
  switch (state) {
    case 'conn-timeout':
      return CHAT_LOGIN_TIMED_OUT;
    case 'auth-fail':
    case 'error':
    case 'conn-fail':
    case 'attach-fail':
      return state;
    default:
      return '';
  }
}

type Row = Extract<AppRow, { key: 'connection' }>;

/** Returns the state row of the connection, which pages show. `now`: device clock, ms; `nextTryInMs`: 0 when no attempt is scheduled. */
export const connectionRow = (state: ConnectionState, nextTryInMs: number, now: number, online: boolean): Row => ({
  key: 'connection',
  state,
  since: now,
  online,
  nextTryAt: nextTryInMs > 0 ? now + nextTryInMs : 0,
  error: errorOfLogin(state),
});
