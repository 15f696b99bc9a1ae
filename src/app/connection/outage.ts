import type { ConnectionState } from '#contract/core.ts';

/**
 * State of a connection outage: its start (Unix ms), whether a connection attempt has failed, and whether the device has a
 * network. Null while the connection is up.
 */
export type Outage = { readonly since: number; readonly failed: boolean; readonly online: boolean } | null;

/** Outages shorter than this are not shown in the banner, ms. */
export const QUIET_MS = 1_500;
/** Time of an outage after which the banner shows `problem` instead of `connecting`, if a connection attempt has failed, ms. */
export const PATIENCE_MS = 5_000;

const FAILURES: ReadonlySet<ConnectionState> = new Set<ConnectionState>([
  'auth-fail',
  'error',
  'conn-fail',
  'conn-timeout',
  'attach-fail',
  'disconnected',
]);

/**
 * Computes the outage after a change of the connection or network. `failed` stays true until the connection is up, so that
 * retries do not make the banner flicker.
 */
export function stepOutage(outage: Outage, state: ConnectionState, online: boolean, now: number): Outage {
  if (state === 'connected' && online) return null;
  const failed = (outage?.failed ?? false) || FAILURES.has(state);
  if (outage && outage.failed === failed && outage.online === online) return outage;
  return { since: outage?.since ?? now, failed, online };
}

/** State that the connection banner shows; `none` hides it. */
export type Trouble = 'none' | 'offline' | 'connecting' | 'problem';

/** Returns the trouble to show at `now`, and the time until it changes without an event, ms (0 if it does not). */
export function troubleOf(outage: Outage, now: number): { readonly trouble: Trouble; readonly nextMs: number } {
  if (!outage) return { trouble: 'none', nextMs: 0 };
  const age = now - outage.since;
  if (age < QUIET_MS) return { trouble: 'none', nextMs: QUIET_MS - age };
  if (!outage.online) return { trouble: 'offline', nextMs: 0 };
  if (!outage.failed) return { trouble: 'connecting', nextMs: 0 };
  if (age < PATIENCE_MS) return { trouble: 'connecting', nextMs: PATIENCE_MS - age };
  return { trouble: 'problem', nextMs: 0 };
}
