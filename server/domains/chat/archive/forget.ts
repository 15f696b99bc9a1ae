import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';

const AT_ONCE = 5_000;

/**
 * Deletes what one account keeps, all of it or what is older; the copies of those it talked with are theirs. In slices,
 * so that an archive of any size runs into no time-out. Answers how many rows went.
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
