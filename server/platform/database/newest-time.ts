import { LEADER_TRUSTED_MS } from './bounds.ts';
import type { OpenDatabase } from './connect.ts';

/**
 * The times of the last transfer of the ledger, and of the last lease of a leader. A lease is written each second with the time at which
 * its term ends, and stays when the leader ends; it covers what was stamped until the next renewal. A message has no index by its time
 * alone.
 */
const NEWEST = `select extract(epoch from greatest(
  (select created_at from transfer order by id desc limit 1),
  (select max(until) - make_interval(secs => $1::float8 / 1000) from leader))) * 1000 as newest`;

/**
 * Reads the newest stored time that a running process wrote, in ms. At the start of a process its clock is advanced to it
 * (`serverClock.advanceTo`), so that it is never behind. Negative infinity for an empty database.
 */
export async function readNewestTime(pool: OpenDatabase['pool']): Promise<number> {
  const { rows } = await pool.query<{ newest: string | null }>(NEWEST, [LEADER_TRUSTED_MS]);
  const newest = rows[0]?.newest ?? null;
  return newest === null ? Number.NEGATIVE_INFINITY : Number(newest);
}
