import { eq, sql } from 'drizzle-orm';
import type { AskedKind } from '../../contract/calls/calls.ts';
import {
  FREE_FIRST_CALL_SECONDS,
  FREE_FIRST_CALL_TIMES,
  PAID_USER_FREE_CALL_SECONDS,
  PAID_USER_FREE_CALLS_PER_DAY,
  SILVER_CALL_SECONDS,
  SILVER_CALLS_PER_DAY,
} from '../../contract/calls/rules.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { account, deviceToken } from '../database/account.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import { allowanceUse } from './tables.ts';

/** Times and seconds of each; `daily` ones come anew at midnight (UTC). */
const ALLOWANCES = {
  first: { times: FREE_FIRST_CALL_TIMES, seconds: FREE_FIRST_CALL_SECONDS, daily: false },
  paidUserFree: { times: PAID_USER_FREE_CALLS_PER_DAY, seconds: PAID_USER_FREE_CALL_SECONDS, daily: true },
  silver: { times: SILVER_CALLS_PER_DAY, seconds: SILVER_CALL_SECONDS, daily: true },
} as const;
export type Allowance = keyof typeof ALLOWANCES;

const DAY_MS = 86_400_000;

/** Returns the number of calls left in the allowance. */
export async function remainingOf(db: Queries, allowance: Allowance, uid: number, now: number): Promise<number> {
  const { times } = ALLOWANCES[allowance];
  const used = await usedSlots(db, allowance, uid, now);
  if (!(await isEntitled(db, allowance, uid))) return 0;
  return Math.max(0, times - Math.max(...[...used.values()].map(({ size }) => size)));
}

/** An allowance as the database reserves it (`begin_call`): `day` for those that come anew each day. */
export type Offered = {
  readonly kind: Allowance;
  readonly times: number;
  readonly day: number | null;
  readonly payersOnly: boolean;
  readonly seconds: number;
  /** After the free seconds the call goes on and is paid. */
  readonly paid: boolean;
};

/** The allowances that a request of this kind may use, in the order in which they are tried. */
export function offeredFor(
  kind: AskedKind | 'match' | 'callback',
  site: Pick<SiteSettings, 'enablePaidUserFreeCall' | 'silverCallDuration'>,
  now: number,
): readonly Offered[] {
  if (kind === 'silver') return [{ ...offered('silver', now), seconds: site.silverCallDuration, paid: false }];
  if (kind !== 'paid') return [];
  const kinds = site.enablePaidUserFreeCall ? (['first', 'paidUserFree'] as const) : (['first'] as const);
  return kinds.map((one) => ({ ...offered(one, now), paid: true }));
}

function offered(kind: Allowance, now: number): Omit<Offered, 'paid'> {
  const { times, seconds, daily } = ALLOWANCES[kind];
  return { kind, times, seconds, day: daily ? dayOf(now) : null, payersOnly: isForPayers(kind) };
}

const dayOf = (now: number) => Math.floor(now / DAY_MS);
const isForPayers = (kind: Allowance) => kind === 'paidUserFree';

/** Returns the allowance of a call that was never answered. */
export async function releaseAllowance(tx: Transaction, sid: string): Promise<void> {
  await tx.delete(allowanceUse).where(eq(allowanceUse.sid, sid));
}

async function isEntitled(db: Queries, allowance: Allowance, uid: number): Promise<boolean> {
  if (!isForPayers(allowance)) return true;
  const [found] = await db.select({ paid: account.paid }).from(account).where(eq(account.uid, uid));
  return found?.paid ?? false;
}

type Used = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The used slots by owner. A first call is counted for the account and for each signed-in device, so a new guest account on
 * the same device gets none.
 */
async function usedSlots(db: Queries, kind: Allowance, uid: number, now: number): Promise<Used> {
  const own = `uid:${uid}${ALLOWANCES[kind].daily ? `@${dayOf(now)}` : ''}`;
  const devices = ALLOWANCES[kind].daily
    ? sql``
    : sql`union select 'device:' || ${deviceToken.device} from ${deviceToken}
        where ${deviceToken.uid} = ${uid} and ${deviceToken.revokedAt} is null`;
  const { rows } = await db.execute<{ owner: string; slots: number[] }>(sql`
    select owner, array(select slot from ${allowanceUse} taken where taken.kind = ${kind} and taken.owner = owners.owner) as slots
    from (select ${own}::text as owner ${devices}) owners`);
  return new Map(rows.map(({ owner, slots }) => [owner, new Set(slots)]));
}
