import { eq, sql } from 'drizzle-orm';
import type { AskedKind, CallKind } from '../../../contract/calls/calls.ts';
import {
  FREE_FIRST_CALL_SECONDS,
  FREE_FIRST_CALL_TIMES,
  PAID_USER_FREE_CALL_SECONDS,
  PAID_USER_FREE_CALLS_PER_DAY,
  SILVER_CALL_SECONDS,
  SILVER_CALLS_PER_DAY,
} from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { SILVER_CALL_PRICE_SILVER, SILVER_CALLS_PAID_PER_DAY } from '../../../contract/rewards/rules.ts';
import { account, deviceToken } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { allowanceUse } from './tables.ts';

const ONCE_A_DEVICE = { daily: false, byDevice: true, silver: 0 };
const DAILY = { daily: true, byDevice: false, silver: 0 };
const SILVER = { seconds: SILVER_CALL_SECONDS, daily: true };

/**
 * Number of calls and free seconds of each allowance. `daily`: renewed at midnight (UTC). `byDevice`: also counted for each device
 * of the account. `silver`: price of one call in silver.
 */
const ALLOWANCES = {
  first: { times: FREE_FIRST_CALL_TIMES, seconds: FREE_FIRST_CALL_SECONDS, ...ONCE_A_DEVICE },
  paidUserFree: { times: PAID_USER_FREE_CALLS_PER_DAY, seconds: PAID_USER_FREE_CALL_SECONDS, ...DAILY },
  silver: { ...SILVER, times: SILVER_CALLS_PER_DAY, byDevice: true, silver: 0 },
  silverPaid: { ...SILVER, times: SILVER_CALLS_PAID_PER_DAY, byDevice: false, silver: SILVER_CALL_PRICE_SILVER },
} as const;
/**
 * An allowance of calls: `first` (free calls of a new account and its devices), `paidUserFree` (free calls per day of users who have
 * paid), `silver` (free silver calls per day), `silverPaid` (silver calls per day for a price in silver).
 */
export type Allowance = keyof typeof ALLOWANCES;

/**
 * The number of calls left in an allowance, for display by the API: today (UTC) for a daily one, otherwise ever; 0 for an account that
 * is not entitled to it. `reserveAllowance` decides when a call is created.
 */
export async function remainingOf(db: Queries, allowance: Allowance, uid: number, now: number): Promise<number> {
  const { times } = ALLOWANCES[allowance];
  const used = await usedSlots(db, allowance, uid, now);
  if (!(await isEntitled(db, allowance, uid))) return 0;
  return Math.max(0, times - Math.max(...[...used.values()].map(({ size }) => size)));
}

/** An allowance that a new call may use. `day`: days since the epoch for a daily allowance, else null. */
type OfferedAllowance = {
  readonly kind: Allowance;
  readonly callKind: CallKind;
  readonly times: number;
  readonly day: number | null;
  readonly byDevice: boolean;
  readonly payersOnly: boolean;
  /** Price in silver; a wallet hold is placed when the call is created. */
  readonly silver: number;
  readonly seconds: number;
  /** Whether the call continues as a paid call after the free seconds. */
  readonly paid: boolean;
};

/**
 * The allowances that a new call of this kind may use, in the order in which `reserveAllowance` tries them; empty for a match and a
 * callback.
 */
export function offeredFor(
  kind: AskedKind | 'match' | 'callback',
  site: Pick<SiteSettings, 'enablePaidUserFreeCall' | 'silverCallDuration'>,
  now: number,
): readonly OfferedAllowance[] {
  if (kind === 'silver') {
    const { silverCallDuration: seconds } = site;
    return SILVER_KINDS.map((one) => ({ ...offered(one, now), callKind: 'silver', seconds, paid: false }));
  }
  if (kind !== 'paid') return [];
  const kinds = site.enablePaidUserFreeCall ? (['first', 'paidUserFree'] as const) : (['first'] as const);
  return kinds.map((one) => ({ ...offered(one, now), callKind: one, paid: true }));
}

/** The allowances of silver calls: the free one of the day is tried before those that cost silver. */
const SILVER_KINDS = ['silver', 'silverPaid'] as const;

function offered(kind: Allowance, now: number): Omit<OfferedAllowance, 'paid' | 'callKind'> {
  const { times, seconds, daily, byDevice, silver } = ALLOWANCES[kind];
  return { kind, times, seconds, byDevice, silver, day: daily ? dayOf(now) : null, payersOnly: isForPayers(kind) };
}

/**
 * Reserves one use of the first of these allowances that is left, for a new call (`sid`), and returns that allowance; undefined if none is
 * left. `reserve_allowance` (a database function) locks and counts the uses.
 */
export async function reserveAllowance(
  tx: Transaction,
  offers: readonly OfferedAllowance[],
  uid: number,
  sid: string,
): Promise<OfferedAllowance | undefined> {
  if (offers.length === 0) return undefined;
  // CASE evaluates its conditions in order, and none after the first that is true.
  const branches = offers.map(
    ({ kind, times, day, byDevice, payersOnly }, index) =>
      sql`when reserve_allowance(${kind}, ${times}::int, ${day}::bigint, ${byDevice}::boolean, ${payersOnly}::boolean, ${uid}::bigint, ${sid})
        then ${index}::int`,
  );
  const { rows } = await tx.execute<{ index: number | null }>(
    sql`select case ${sql.join(branches, sql` `)} end as index`,
  );
  return offers[rows[0]?.index ?? -1];
}

const dayOf = (now: number) => Math.floor(now / DAY_MS);
const isForPayers = (kind: Allowance) => kind === 'paidUserFree';

/**
 * Deletes the allowance use of a call (`sid`) that was refused after the reservation, ended unanswered, was prevented or cut short by an
 * outage of the server, or whose silver was returned, so that the allowance is available again.
 */
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
 * The used slots by owner. A first call and a free silver call are counted for the account and for each signed-in device, so a
 * new guest account on the same device gets none.
 */
async function usedSlots(db: Queries, kind: Allowance, uid: number, now: number): Promise<Used> {
  const { daily, byDevice } = ALLOWANCES[kind];
  const when = daily ? `@${dayOf(now)}` : '';
  const own = `uid:${uid}${when}`;
  const devices = byDevice
    ? sql`union select 'device:' || ${deviceToken.device} || ${when}::text from ${deviceToken}
        where ${deviceToken.uid} = ${uid} and ${deviceToken.revokedAt} is null`
    : sql``;
  const { rows } = await db.execute<{ owner: string; slots: number[] }>(sql`
    select owner, array(select slot from ${allowanceUse} taken where taken.kind = ${kind} and taken.owner = owners.owner) as slots
    from (select ${own}::text as owner ${devices}) owners`);
  return new Map(rows.map(({ owner, slots }) => [owner, new Set(slots)]));
}
