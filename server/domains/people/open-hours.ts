import { eq, sql } from 'drizzle-orm';
import type { OpenHours } from '../../../contract/hosting/hours.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor } from './tables.ts';

/** Column of a query over `anchor`: the present or the next of the weekly hours, by `open_hours` (a database function). */
export const openHoursColumn = sql<OpenHours | null>`(
  select jsonb_build_object(
    'opensAt', (extract(epoch from lower(range)) * 1000)::bigint,
    'closesAt', (extract(epoch from upper(range)) * 1000)::bigint)
  from open_hours(${anchor.weeklyHours}, now()) as range where range is not null)`;

/** Reads the present or the next of the weekly hours of a host; null without weekly hours. */
export async function readOpenHours(db: Queries, uid: number): Promise<OpenHours | null> {
  const [found] = await db.select({ openHours: openHoursColumn }).from(anchor).where(eq(anchor.uid, uid));
  return found?.openHours ?? null;
}
