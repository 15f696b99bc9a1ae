import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  FREE_FIRST_CALL_SECONDS,
  FREE_FIRST_CALL_TIMES,
  PAID_USER_FREE_CALL_SECONDS,
  PAID_USER_FREE_CALLS_PER_DAY,
  SILVER_CALL_SECONDS,
  SILVER_CALLS_PER_DAY,
} from '../../contract/calls/rules.ts';
import { deviceToken } from '../account/tables.ts';
import { account } from '../database/account.ts';
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
  let left: number = (await isEntitled(db, allowance, uid)) ? times : 0;
  for (const owner of await ownersOf(db, allowance, uid, now)) {
    left = Math.min(left, times - (await usedSlots(db, allowance, owner)).size);
  }
  return Math.max(0, left);
}

/** Takes one call from the allowance for this sid. Returns its free seconds, or undefined when none is left; two concurrent requests never share the last one. */
export async function reserveAllowance(
  tx: Transaction,
  allowance: Allowance,
  { uid, sid, now }: { uid: number; sid: string; now: number },
): Promise<number | undefined> {
  if (!(await isEntitled(tx, allowance, uid))) return undefined;
  const { times, seconds } = ALLOWANCES[allowance];
  const owners = await ownersOf(tx, allowance, uid, now);
  // Every request locks in the same order. The primary key would also refuse the second one, but with an error.
  for (const owner of owners) {
    await tx.execute(sql`select pg_advisory_xact_lock(${ALLOWANCE_LOCK}, hashtext(${`${allowance} ${owner}`}))`);
  }
  const uses: { kind: Allowance; owner: string; slot: number; sid: string }[] = [];
  for (const owner of owners) {
    const used = await usedSlots(tx, allowance, owner);
    const slot = Array.from({ length: times }, (_, n) => n + 1).find((one) => !used.has(one));
    if (slot === undefined) return undefined;
    uses.push({ kind: allowance, owner, slot, sid });
  }
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

/** A first call is counted for the account and for each signed-in device, so a new guest account on the same device gets none. */
async function ownersOf(db: Queries, allowance: Allowance, uid: number, now: number): Promise<string[]> {
  if (ALLOWANCES[allowance].daily) return [`uid:${uid}@${Math.floor(now / DAY_MS)}`];
  const devices = await db
    .selectDistinct({ device: deviceToken.device })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), isNull(deviceToken.revokedAt)));
  return [`uid:${uid}`, ...devices.map(({ device }) => `device:${device}`)].toSorted();
}

async function usedSlots(db: Queries, kind: Allowance, owner: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ slot: allowanceUse.slot })
    .from(allowanceUse)
    .where(and(eq(allowanceUse.kind, kind), eq(allowanceUse.owner, owner)));
  return new Set(rows.map(({ slot }) => slot));
}
