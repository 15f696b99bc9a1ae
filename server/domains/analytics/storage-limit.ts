import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';

const COUNTED_EVERY_MS = 10_000;

/** Resolves with whether this many more events may be stored, all of them; a `true` counts them as stored. */
export type HasRoom = (events: number) => Promise<boolean>;

/**
 * Creates the limit of stored events for the collector of this process. They are counted at most every ten seconds, when events arrive, and
 * those admitted since are added; other processes may therefore exceed the limit by what they store in that time. The returned function
 * rejects when counting fails.
 */
export function limitStorage(max: number, count: () => Promise<number>, now: () => number): HasRoom {
  let stored = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;

  async function countAgain(): Promise<void> {
    stored = await count();
    countedAt = now();
  }

  return async (events) => {
    if (now() - countedAt >= COUNTED_EVERY_MS) {
      counting ??= countAgain().finally(() => {
        counting = undefined;
      });
      await counting;
    }
    if (stored + events > max) return false;
    stored += events;
    return true;
  };
}

/** The number of stored events, estimated from the statistics of PostgreSQL at constant cost; for `limitStorage`. */
export async function countEvents(db: Pick<Queries, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ stored: string }>(
    sql`select greatest(reltuples, pg_stat_get_live_tuples(oid), 0)::bigint as stored from pg_class
      where oid = 'measure_event'::regclass`,
  );
  return Number(rows[0]?.stored ?? 0);
}
