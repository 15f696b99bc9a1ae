import { inArray } from 'drizzle-orm';
import type { Queries } from '../database/connect.ts';
import { onlineStream } from '../database/schema.ts';

export type Status = 'online' | 'busy' | 'offline';

/** Who can be reached now. Every uid asked for is in the answer. */
export type Presence = {
  /** `via` is the transaction the caller is in, if any: waiting for a second connection inside one can starve the pool. */
  statusOf(uids: readonly number[], via?: Queries): Promise<Map<number, Status>>;
};

/** Presence from the streams that the edges of all server processes note in the database. */
export class PgPresence implements Presence {
  readonly #db: Queries;

  constructor(db: Queries) {
    this.#db = db;
  }

  async statusOf(uids: readonly number[], via: Queries = this.#db): Promise<Map<number, Status>> {
    const statuses = new Map<number, Status>(uids.map((uid) => [uid, 'offline']));
    if (uids.length === 0) return statuses;
    const rows = await via
      .selectDistinct({ uid: onlineStream.uid })
      .from(onlineStream)
      .where(inArray(onlineStream.uid, [...uids]));
    for (const { uid } of rows) statuses.set(uid, 'online');
    return statuses;
  }
}
