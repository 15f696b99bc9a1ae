import { eq, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/durations.ts';
import type { WeeklyHours } from '../../../contract/hosting/hours.ts';
import { HOST_PRICE_CHANGES_PER_DAY } from '../../../contract/hosting/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { announceProfile } from '../people/notify.ts';
import { anchor } from '../people/tables.ts';
import { countPriceChanges, priceBounds } from './hosting.ts';
import { hostPriceChange } from './tables.ts';

/**
 * Sets a host's price for new calls; each call keeps the price with which it was created. The present price again changes nothing.
 * `forbidden`: no host. `bad-request`: outside the operator's bounds or steps. `rate-limited`: no change is left within 24 hours.
 */
export async function setPrice(
  db: Queries,
  uid: number,
  price: number,
  site: SiteSettings,
): Promise<Result<undefined>> {
  const { min, max, step } = priceBounds(site);
  if (price < min || price > max || (price - min) % step !== 0) {
    return fail({ code: 'bad-request', detail: `price: must be ${min} to ${max} in steps of ${step}` });
  }
  // The lock makes concurrent changes of one host count each other.
  const [host] = await db.select({ price: anchor.price }).from(anchor).where(eq(anchor.uid, uid)).for('update');
  if (!host) return fail({ code: 'forbidden' });
  if (host.price === price) return ok(undefined);
  if ((await countPriceChanges(db, uid)) >= HOST_PRICE_CHANGES_PER_DAY) {
    return fail({ code: 'rate-limited', retryAfterMs: DAY_MS });
  }
  await db.insert(hostPriceChange).values({ uid, before: host.price, after: price });
  await db.update(anchor).set({ price }).where(eq(anchor.uid, uid));
  await announceProfile(db, uid, 'friends');
  return ok(undefined);
}

/**
 * Turns "Taking calls" on or off, and forgets the missed calls. A pause is `on` with `pauseMinutes`: viewers cannot call until it ends, and
 * can from then on. Without `pauseMinutes` a running pause ends. `forbidden`: no host.
 */
export async function setTakingCalls(
  db: Queries,
  uid: number,
  { on, pauseMinutes }: { readonly on: boolean; readonly pauseMinutes?: number | undefined },
): Promise<Result<undefined>> {
  const pausedUntil = pauseMinutes === undefined ? null : sql`now() + make_interval(mins => ${pauseMinutes})`;
  const changed = await db
    .update(anchor)
    .set({ takingCalls: on, pausedUntil, missedCalls: 0 })
    .where(eq(anchor.uid, uid))
    .returning({ uid: anchor.uid });
  if (changed.length === 0) return fail({ code: 'forbidden' });
  await announceProfile(db, uid, 'friends');
  return ok(undefined);
}

/**
 * Sets the weekly hours outside of which calls are refused; null: none. `forbidden`: no host. `bad-request`: PostgreSQL does not know the
 * time zone, so that every later `takes_calls` would fail.
 */
export async function setWeeklyHours(
  db: Queries,
  uid: number,
  weeklyHours: WeeklyHours | null,
): Promise<Result<undefined>> {
  if (weeklyHours) {
    const known = await db.execute(sql`select from pg_timezone_names where name = ${weeklyHours.zone}`);
    if (known.rows.length === 0) return fail({ code: 'bad-request', detail: 'zone: must be a known time zone' });
  }
  const changed = await db
    .update(anchor)
    .set({ weeklyHours })
    .where(eq(anchor.uid, uid))
    .returning({ uid: anchor.uid });
  if (changed.length === 0) return fail({ code: 'forbidden' });
  await announceProfile(db, uid, 'friends');
  return ok(undefined);
}
