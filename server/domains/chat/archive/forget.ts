import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';

const AT_ONCE = 5_000;

/**
 * Deletes an account's archive when it is purged, or only what is older than `before`; the copies of its peers remain. Deletes in
 * batches, so that no statement times out however large the archive is. Returns the number of deleted rows.
 */
export async function forgetArchive(db: Pick<Database, 'execute'>, owner: number, before?: Date): Promise<number> {
  const isOld = before === undefined ? sql`true` : sql`at < ${before.toISOString()}::timestamptz`;
  let gone = 0;
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from archive where owner = ${owner} and id in (
        select id from archive where owner = ${owner} and ${isOld} order by id limit ${AT_ONCE}
      )`);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < AT_ONCE) return gone;
  }
}
