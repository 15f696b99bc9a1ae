import { eq, sql } from 'drizzle-orm';
import {
  FREE_FIRST_CALL_SECONDS,
  FREE_FIRST_CALL_TIMES,
  PAID_USER_FREE_CALL_SECONDS,
  PAID_USER_FREE_CALLS_PER_DAY,
  SILVER_CALL_SECONDS,
  SILVER_CALLS_PER_DAY,
} from '../../contract/calls/rules.ts';
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
const ALLOWANCE_LOCK = 4_600_004;

/** Returns the number of calls left in the allowance. */
export async function remainingOf(db: Queries, allowance: Allowance, uid: number, now: number): Promise<number> {
  const { times } = ALLOWANCES[allowance];
  const used = await usedSlots(db, allowance, uid, now);
  if (!(await isEntitled(db, allowance, uid))) return 0;
  return Math.max(0, times - Math.max(...[...used.values()].map(({ size }) => size)));
}

/** Takes one call from the allowance for this sid. Returns its free seconds, or undefined when none is left; two concurrent requests never share the last one. */
export async function reserveAllowance(
  tx: Transaction,
  allowance: Allowance,
  { uid, sid, now }: { uid: number; sid: string; now: number },
): Promise<number | undefined> {
  const { times, seconds } = ALLOWANCES[allowance];
  const isLeft = (used: Used) => [...used.values()].every(({ size }) => size < times);
  // Mostly none is left: then nothing is locked.
  const before = await usedSlots(tx, allowance, uid, now);
  if (!isLeft(before) || !(await isEntitled(tx, allowance, uid))) return undefined;
  // Every request locks in the same order. The primary key would also refuse the second one, but with an error.
  const keys = [...before.keys()].toSorted().map((owner) => `${allowance} ${owner}`);
  await tx.execute(sql`select pg_advisory_xact_lock(${ALLOWANCE_LOCK}, hashtext(key))
    from (select key from unnest(${sql.param(keys)}::text[]) with ordinality list (key, n) order by n) keys`);
  // A device that signed in meanwhile is not locked, and counts from the next call on.
  const locked = new Map([...(await usedSlots(tx, allowance, uid, now))].filter(([owner]) => before.has(owner)));
  if (!isLeft(locked)) return undefined;
  const uses = [...locked].map(([owner, used]) => {
    const slot = Array.from({ length: times }, (_, n) => n + 1).find((one) => !used.has(one)) ?? 0;
    return { kind: allowance, owner, slot, sid };
  });
  await tx.insert(allowanceUse).values(uses);
  return seconds;
}

/** Returns the allowance of a call that was never answered. */
export async function releaseAllowance(tx: Transaction, sid: string): Promise<void> {
  await tx.delete(allowanceUse).where(eq(allowanceUse.sid, sid));
}

async function isEntitled(db: Queries, allowance: Allowance, uid: number): Promise<boolean> {
  if (allowance !== 'paidUserFree') return true;
  const [found] = await db.select({ paid: account.paid }).from(account).where(eq(account.uid, uid));
  return found?.paid ?? false;
}

type Used = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The used slots by owner. A first call is counted for the account and for each signed-in device, so a new guest account on
 * the same device gets none.
 */
async function usedSlots(db: Queries, kind: Allowance, uid: number, now: number): Promise<Used> {
  const own = `uid:${uid}${ALLOWANCES[kind].daily ? `@${Math.floor(now / DAY_MS)}` : ''}`;
  const devices = ALLOWANCES[kind].daily
    ? sql``
    : sql`union select 'device:' || ${deviceToken.device} from ${deviceToken}
        where ${deviceToken.uid} = ${uid} and ${deviceToken.revokedAt} is null`;
  const { rows } = await db.execute<{ owner: string; slots: number[] }>(sql`
    select owner, array(select slot from ${allowanceUse} taken where taken.kind = ${kind} and taken.owner = owners.owner) as slots
    from (select ${own}::text as owner ${devices}) owners`);
  return new Map(rows.map(({ owner, slots }) => [owner, new Set(slots)]));
}
