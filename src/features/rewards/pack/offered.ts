import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { GiftPackRow, SessionRow } from '#db/schema.ts';

/** An older offer may be sold by now: it is asked for anew. */
const FRESH_MS = 3_600_000;

export const isFresh = (row: Pick<GiftPackRow, 'fetchedAt'> | undefined, now: number): boolean =>
  row !== undefined && Math.abs(now - row.fetchedAt) < FRESH_MS;

/** Whether a new gift pack is asked for at all: hosts buy nothing, and a visitor has no account to buy it for. */
export const isBuyer = (session: Pick<SessionRow, 'role' | 'status'> | null | undefined): boolean =>
  session?.status === 'active' && session.role !== ROLE_ANCHOR;

/** The pack to show, if one is: offered lately, and to somebody who is known to have bought nothing yet. */
export const packToShow = (row: GiftPackRow | undefined, hasPaid: boolean | undefined, now: number) =>
  hasPaid === false && isFresh(row, now) ? (row?.pack ?? undefined) : undefined;
