import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { GiftPackRow, SessionRow } from '#db/schema.ts';

/** Age from which a stored offer is fetched again, as it may no longer be sold; ms. */
const FRESH_MS = HOUR_MS;

/** Time after the end of a call in which no offer is made, ms. */
const AFTER_CALL_MS = HOUR_MS;

/** Returns whether the last call ended less than an hour ago, so that no offer is made. `lastEnd`: Unix ms; 0 if there was no call. */
export const isSoonAfter = (lastEnd: number, now: number): boolean => lastEnd > now - AFTER_CALL_MS;

/**
 * Returns whether the stored offer of the first-purchase pack is less than an hour old, so that it may be shown; otherwise it is fetched
 * again.
 */
export const isFresh = (row: Pick<GiftPackRow, 'fetchedAt'> | undefined, now: number): boolean =>
  row !== undefined && Math.abs(now - row.fetchedAt) < FRESH_MS;

/** Returns whether the account may get the first-purchase pack: it is active and not a host's. */
export const isBuyer = (session: Pick<SessionRow, 'role' | 'status'> | null | undefined): boolean =>
  session?.status === 'active' && session.role !== ROLE_ANCHOR;

/**
 * Returns the first-purchase pack to offer: from a recent answer, and only if the account is known to have no purchase; otherwise
 * undefined.
 */
export const packToShow = (row: GiftPackRow | undefined, hasPaid: boolean | undefined, now: number) =>
  hasPaid === false && isFresh(row, now) ? (row?.pack ?? undefined) : undefined;
