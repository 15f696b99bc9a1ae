import { and, eq, gte, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
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
import { isLocked, lockWallets } from './lock.ts';
import { spendLimit, walletDay } from './tables.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = { day: 1, week: 7 } as const;

export type LimitChange = InferOutput<typeof limitChange>;
type Scope = SpendLimit['scope'];
type SpendLimited = Extract<AppError, { readonly code: 'spend-limit' }>;

/** When the day (UTC) began that is the first of a window which ends today. */
const firstDay = (window: SpendLimit['window'], now: number): Date =>
  new Date((Math.floor(now / DAY_MS) - DAYS[window] + 1) * DAY_MS);

/** All limits that there can be, with what was used of them. */
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
    const row = rows.find((one) => one.window === window);
    return { scope, window, ...planOf(row, now), used: used[window] };
  });
}

type Plan = Pick<SpendLimit, 'gems' | 'next' | 'nextAt'>;

/** What holds now, and what is to hold. What was planned holds from its time on, though nobody wrote that down. */
function planOf(row: typeof spendLimit.$inferSelect | undefined, now: number): Plan {
  if (row === undefined) return { gems: null, next: null, nextAt: null };
  const { gems, next, nextAt } = row;
  if (nextAt === null) return { gems, next: gems, nextAt: null };
  if (nextAt.getTime() <= now) return { gems: next, next, nextAt: null };
  return { gems, next, nextAt: nextAt.getTime() };
}

/** By the ledger's own days. A day later than today is one of a clock that was set back. */
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

/** The gems of orders that are paid or may still be, without what comes with them as a bonus, by when they were made. */
async function bought(db: Queries, uid: number, now: number) {
  const [day, week] = [firstDay('day', now).toISOString(), firstDay('week', now).toISOString()];
  // By its name: orders are made of the wallet, so the wallet imports nothing of them.
  const { rows } = await db.execute<{ day: string; week: string }>(sql`
    select coalesce(sum(gems) filter (where created_at >= ${day}::timestamptz), 0) as day, coalesce(sum(gems), 0) as week
    from payment_order where uid = ${uid} and state not in ('failed', 'expired') and created_at >= ${week}::timestamptz`);
  const [sums] = rows;
  return { day: Number(sums?.day ?? 0), week: Number(sums?.week ?? 0) };
}

const sumSince = (gems: ReturnType<typeof sql>, at: ReturnType<typeof sql>, now: number, window: 'day' | 'week') =>
  sql<string>`coalesce(sum(${gems}) filter (where ${at} >= ${firstDay(window, now).toISOString()}), 0)`.mapWith(Number);

/**
 * Sets one's own limit: a lower one holds at once, a higher one or none a day later. The same wish again changes nothing of that
 * time; what holds already takes a plan back.
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

/** The limit that leaves least; undefined where there is none. */
async function tightest(db: Queries, uid: number, scope: Scope, now: number): Promise<SpendLimited | undefined> {
  // Most people have none: what they used is then not summed.
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

/** Why the ledger said `limited`: the limit that leaves least. One that went since then leaves nothing to say but to try again. */
export async function limitReached(db: Queries, uid: number, now: number): Promise<AppError> {
  return (await tightest(db, uid, 'use', now)) ?? { code: 'conflict' };
}

/**
 * Whether somebody may buy so many gems. Part of the transaction that makes the order, whose wallet it locks: of two orders at once
 * the second counts the first.
 */
export async function buyAllowed(tx: Queries, uid: number, gems: number, now: number): Promise<Result<undefined>> {
  await lockWallets(tx, uid);
  if (await isLocked(tx, uid)) return fail({ code: 'locked' });
  const least = await tightest(tx, uid, 'buy', now);
  return least !== undefined && least.left < gems ? fail(least) : ok(undefined);
}

/** Why the ledger would not take so many gems from somebody now, be they there or not; undefined where it would. */
export async function spendingRefusal(
  db: Queries,
  uid: number,
  gems: number,
): Promise<'limited' | 'locked' | undefined> {
  const { rows } = await db.execute<{ refusal: 'limited' | 'locked' | null }>(
    sql`select spending_refusal(${uid}::bigint, 'gems', ${gems}::bigint, ledger_now()) as refusal`,
  );
  return rows[0]?.refusal ?? undefined;
}

/** The gems that somebody can spend now: those that they have, as far as their own limits and a lock allow. */
export async function spendableGems(db: Queries, uid: number): Promise<number> {
  const { rows } = await db.execute<{ gems: string }>(sql`select spendable_gems(${uid}::bigint) as gems`);
  return Number(rows[0]?.gems ?? 0);
}
