import type { ErrorCode } from '#contract/result.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

type Ports = {
  readonly app: AppDb;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly onSigningOut: () => Promise<void>;
};

/** The server never said no, so nothing is known of whether the login would have failed. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set([
  ...(['offline', 'timeout', 'cancelled', 'server-error', 'rate-limited'] as const),
]);
export const isRefusedLogin = (code: ErrorCode): boolean => !UNDECIDED.has(code);

/**
 * Login (product 4.5): on failure the stored user and the stored component info are cleared. Both are the session's row.
 * Whose conversations are on this device stays known, so that nobody else gets to see them.
 */
export async function forgetUser({ app, session, onSigningOut }: Ports): Promise<void> {
  const before = await session();
  if (!before) return;
  await onSigningOut();
  await app.transaction('rw', app.state, async () => {
    await app.state.put({ key: 'owner', uid: before.uid });
    await app.state.delete('session');
  });
}
