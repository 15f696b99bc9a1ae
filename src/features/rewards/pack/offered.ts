import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { GiftPackRow, SessionRow } from '#db/schema.ts';

/** An older offer may no longer be sold and is fetched again, ms. */
const FRESH_MS = 3_600_000;

/** Whether the stored offer is recent enough to be shown. */
export const isFresh = (row: Pick<GiftPackRow, 'fetchedAt'> | undefined, now: number): boolean =>
  row !== undefined && Math.abs(now - row.fetchedAt) < FRESH_MS;

/** Whether the user can get the pack: an active account that is not a host's. */
export const isBuyer = (session: Pick<SessionRow, 'role' | 'status'> | null | undefined): boolean =>
  session?.status === 'active' && session.role !== ROLE_ANCHOR;

/** The pack to show: from a recent answer, and only if the account is known to have no purchase. */
export const packToShow = (row: GiftPackRow | undefined, hasPaid: boolean | undefined, now: number) =>
  hasPaid === false && isFresh(row, now) ? (row?.pack ?? undefined) : undefined;
