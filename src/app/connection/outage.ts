import type { ConnectionState } from '#contract/core.ts';

/** How a break of the connection looks so far. Null while there is none. */
export type Outage = { readonly since: number; readonly failed: boolean; readonly online: boolean } | null;

/** Shorter outages are not shown, ms. */
export const QUIET_MS = 1_500;
/** After this time the banner no longer says "connecting", ms. */
export const PATIENCE_MS = 5_000;

const FAILURES: ReadonlySet<ConnectionState> = new Set<ConnectionState>([
  'auth-fail',
  'error',
  'conn-fail',
  'conn-timeout',
  'attach-fail',
  'disconnected',
]);

/** Follows the connection row. `failed` stays until connected, so that retries do not make the banner flicker. */
export function stepOutage(outage: Outage, state: ConnectionState, online: boolean, now: number): Outage {
  if (state === 'connected' && online) return null;
  const failed = (outage?.failed ?? false) || FAILURES.has(state);
  if (outage && outage.failed === failed && outage.online === online) return outage;
  return { since: outage?.since ?? now, failed, online };
}

export type Trouble = 'none' | 'offline' | 'connecting' | 'problem';

/** Returns the trouble to show now, and when to ask again (ms; 0 when time changes no more). */
export function troubleOf(outage: Outage, now: number): { readonly trouble: Trouble; readonly nextMs: number } {
  if (!outage) return { trouble: 'none', nextMs: 0 };
  const age = now - outage.since;
  if (age < QUIET_MS) return { trouble: 'none', nextMs: QUIET_MS - age };
  if (!outage.online) return { trouble: 'offline', nextMs: 0 };
  if (!outage.failed) return { trouble: 'connecting', nextMs: 0 };
  if (age < PATIENCE_MS) return { trouble: 'connecting', nextMs: PATIENCE_MS - age };
  return { trouble: 'problem', nextMs: 0 };
}
