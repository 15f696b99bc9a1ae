import { LEADER_TRUSTED_MS } from './bounds.ts';
import type { OpenDatabase } from './connect.ts';

/**
 * SQL of the later of two stored times: that of the last transfer of the ledger, and that up to which the last lease of a leader covers
 * what was stamped, its next renewal. A lease is written each second with the time at which its term ends, and stays when the leader
 * ends. Messages are not read, because they have no index by their time alone.
 */
const NEWEST = `select extract(epoch from greatest(
  (select created_at from transfer order by id desc limit 1),
  (select max(until) - make_interval(secs => $1::float8 / 1000) from leader))) * 1000 as newest`;

/**
 * Reads how far the time of the server has come, in ms, by the ledger and the leases of leaders. At the start of a process its clock is
 * advanced to it (`serverClock.advanceTo`), so that it is not behind. Negative infinity when neither was ever written.
 */
export async function readNewestTime(pool: OpenDatabase['pool']): Promise<number> {
  const { rows } = await pool.query<{ newest: string | null }>(NEWEST, [LEADER_TRUSTED_MS]);
  const newest = rows[0]?.newest ?? null;
  return newest === null ? Number.NEGATIVE_INFINITY : Number(newest);
}
