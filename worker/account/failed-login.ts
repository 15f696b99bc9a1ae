import type { ErrorCode } from '#contract/result.ts';
import type { AccountGuard } from '../base/account-guard.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

type Ports = {
  readonly app: AppDb;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly guard: Pick<AccountGuard, 'end'>;
  readonly onSigningOut: () => Promise<void>;
};

/** Error codes of a login that the server did not decide, so that the stored user stays. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set([
  ...(['offline', 'timeout', 'cancelled', 'server-error', 'rate-limited'] as const),
]);
/**
 * Returns whether the server rejected the login, so that the stored user must be deleted; false when it did not decide: offline, timeout,
 * cancelled request, server error or rate limit.
 */
export const isRefusedLogin = (code: ErrorCode): boolean => !UNDECIDED.has(code);

/**
 * Ends the session and deletes its row, which is the stored user and component info, after a rejected login (product 4.5). The
 * owner of the device's conversations stays recorded, so that no other user sees them.
 */
export async function forgetUser({ app, session, guard, onSigningOut }: Ports): Promise<void> {
  const before = await session();
  if (!before) return;
  guard.end();
  await onSigningOut();
  await app.transaction('rw', app.state, async () => {
    await app.state.put({ key: 'owner', uid: before.uid });
    await app.state.delete('session');
  });
}
