import { and, eq, gte, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { AppError } from '../../../contract/result.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import {
  LIMIT_RAISE_HOURS,
  LIMIT_SCOPES,
  LIMIT_WINDOWS,
  type limitChange,
  type SpendLimit,
} from '../../../contract/wallet/limits.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Unpaid } from './ledger.ts';
import { isLocked, lockWallets } from './lock.ts';
import { spendLimit, wallet, walletDay } from './tables.ts';

const DAYS = { day: 1, week: 7 } as const;

/** A user's change of one of their spend limits; `gems` is null to remove it. */
export type LimitChange = InferOutput<typeof limitChange>;
type Scope = SpendLimit['scope'];
type SpendLimited = Extract<AppError, { readonly code: 'spend-limit' }>;

/** Start of the first day (UTC) of a window that ends today. */
const firstDay = (window: SpendLimit['window'], now: number): Date =>
  new Date((Math.floor(now / DAY_MS) - DAYS[window] + 1) * DAY_MS);

/** Reads a user's own spend limits, for buying and for using gems, per day and per week (UTC), with the amount used. */
export async function readLimits(db: Queries, uid: number, now: number): Promise<SpendLimit[]> {
  const limits: SpendLimit[] = [];
  for (const scope of LIMIT_SCOPES) limits.push(...(await readScope(db, uid, scope, now)));
  return limits;
}

async function readScope(db: Queries, uid: number, scope: Scope, now: number): Promise<SpendLimit[]> {
  const rows = await db
    .select()
    .from(spendLimit)
    .where(and(eq(spendLimit.uid, uid), eq(spendLimit.scope, scope)));
  const used = await (scope === 'buy' ? bought : spent)(db, uid, now);
  return LIMIT_WINDOWS.map((window) => {
    const row = rows.find((limit) => limit.window === window);
    return { scope, window, ...planOf(row, now), used: used[window] };
  });
}

type Plan = Pick<SpendLimit, 'gems' | 'next' | 'nextAt'>;

/** The limit in effect now, and a planned change. A plan takes effect at `nextAt` even though the row is not updated then. */
function planOf(row: typeof spendLimit.$inferSelect | undefined, now: number): Plan {
  if (row === undefined) return { gems: null, next: null, nextAt: null };
  const { gems, next, nextAt } = row;
  if (nextAt === null) return { gems, next: gems, nextAt: null };
  if (nextAt.getTime() <= now) return { gems: next, next, nextAt: null };
  return { gems, next, nextAt: nextAt.getTime() };
}

/** Gems spent, from the daily sums of the ledger. Days after today are included: the clock may have been set back. */
async function spent(db: Queries, uid: number, now: number) {
  const [sums] = await db
    .select({
      day: sumSince(sql`${walletDay.went}`, sql`${walletDay.day}`, now, 'day'),
      week: sql<string>`coalesce(sum(${walletDay.went}), 0)`.mapWith(Number),
    })
    .from(walletDay)
    .where(
      and(
        eq(walletDay.uid, uid),
        eq(walletDay.currency, 'gems'),
        gte(walletDay.day, firstDay('week', now).toISOString().slice(0, 10)),
      ),
    );
  return sums ?? { day: 0, week: 0 };
}

/** Gems of orders that are paid or may still be, without bonus gems, by the time of the order. */
async function bought(db: Queries, uid: number, now: number) {
  const [day, week] = [firstDay('day', now).toISOString(), firstDay('week', now).toISOString()];
  // `payment_order` by name instead of an import: payments depends on wallet, so wallet must not import payments.
  const { rows } = await db.execute<{ day: string; week: string }>(sql`
    select coalesce(sum(gems) filter (where created_at >= ${day}::timestamptz), 0) as day, coalesce(sum(gems), 0) as week
    from payment_order where uid = ${uid} and state not in ('failed', 'expired') and created_at >= ${week}::timestamptz`);
  const [sums] = rows;
  return { day: Number(sums?.day ?? 0), week: Number(sums?.week ?? 0) };
}

const sumSince = (gems: ReturnType<typeof sql>, at: ReturnType<typeof sql>, now: number, window: 'day' | 'week') =>
  sql<string>`coalesce(sum(${gems}) filter (where ${at} >= ${firstDay(window, now).toISOString()}), 0)`.mapWith(Number);

/**
 * Sets a user's own spend limit: a first or lower one takes effect at once; a higher one or none takes effect after LIMIT_RAISE_HOURS.
 * Repeating a pending raise does not restart that delay; setting the limit in effect cancels it.
 */
export async function setLimit(db: Queries, uid: number, change: LimitChange, now: number): Promise<void> {
  const { scope, window, gems } = change;
  await db.transaction(async (tx) => {
    await lockWallets(tx, uid);
    const isOf = and(eq(spendLimit.uid, uid), eq(spendLimit.scope, scope), eq(spendLimit.window, window));
    const [row] = await tx.select().from(spendLimit).where(isOf);
    const plan = planOf(row, now);
    const isRaise = plan.gems !== null && (gems === null || gems > plan.gems);
    if (isRaise && plan.nextAt !== null && plan.next === gems) return;
    const set = isRaise
      ? { gems: plan.gems, next: gems, nextAt: new Date(now + LIMIT_RAISE_HOURS * HOUR_MS) }
      : { gems, next: null, nextAt: null };
    await tx
      .insert(spendLimit)
      .values({ uid, scope, window, ...set })
      .onConflictDoUpdate({ target: [spendLimit.uid, spendLimit.scope, spendLimit.window], set });
  });
}

/** The limit that leaves the least; undefined when the scope has none. */
async function tightest(db: Queries, uid: number, scope: Scope, now: number): Promise<SpendLimited | undefined> {
  // Most users have no limit: their usage is then not summed.
  const [any] = await db
    .select({ gems: spendLimit.gems })
    .from(spendLimit)
    .where(and(eq(spendLimit.uid, uid), eq(spendLimit.scope, scope)))
    .limit(1);
  if (any === undefined) return undefined;
  const [least] = (await readScope(db, uid, scope, now))
    .flatMap(({ window, gems, used }) => (gems === null ? [] : [{ window, left: Math.max(0, gems - used) }]))
    .sort((one, other) => one.left - other.left);
  return least && { code: 'spend-limit', scope, ...least };
}

/**
 * The error that answers a request after the outcome `limited`: the user's limit that leaves the least, or `conflict` (try again) if the
 * limit is gone by now.
 */
export async function limitReached(db: Queries, uid: number, now: number): Promise<AppError> {
  return (await tightest(db, uid, 'use', now)) ?? { code: 'conflict' };
}

/**
 * Whether a user may buy this many gems: fails with `locked` under a money lock, and with `spend-limit` above the user's own limit.
 * Runs in the transaction that creates the order and locks the wallets, so that of two concurrent orders the second counts the first.
 */
export async function buyAllowed(tx: Queries, uid: number, gems: number, now: number): Promise<Result<undefined>> {
  await lockWallets(tx, uid);
  if (await isLocked(tx, uid)) return fail({ code: 'locked' });
  const least = await tightest(tx, uid, 'buy', now);
  return least !== undefined && least.left < gems ? fail(least) : ok(undefined);
}

/**
 * Why the ledger would refuse to take this many gems from a user now; undefined if it would not. Checked before a call is created, a match
 * is converted to a paid call, or a booking is proposed, so that none begins that cannot be paid.
 */
export async function paymentRefusal(db: Queries, uid: number, gems: number): Promise<Unpaid | undefined> {
  const { rows } = await db.execute<{ refusal: 'limited' | 'locked' | null; amount: string | null }>(sql`
    select spending_refusal(${uid}::bigint, 'gems', ${gems}::bigint, ledger_now()) as refusal,
      (select ${wallet.amount} from ${wallet} where ${wallet.uid} = ${uid} and ${wallet.currency} = 'gems') as amount`);
  const [found] = rows;
  return found?.refusal ?? (Number(found?.amount ?? 0) < gems ? 'insufficient' : undefined);
}

/** The gems that a user can spend now: their balance, reduced by their own limits and a money lock. Determines how long a call can last. */
export async function spendableGems(db: Queries, uid: number): Promise<number> {
  const { rows } = await db.execute<{ gems: string }>(sql`select spendable_gems(${uid}::bigint) as gems`);
  return Number(rows[0]?.gems ?? 0);
}
