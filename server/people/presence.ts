import { inArray } from 'drizzle-orm';
import type { Status } from '../../contract/people/presence.ts';
import type { Queries } from '../database/connect.ts';
import { onlineStream } from '../realtime/tables.ts';
import { hidesPresence } from './visibility.ts';

/** PostgreSQL channel of who may have another status now (triggers announce): a uid, and more for `services/watchers.ts`. */
export const PRESENCE_CHANGED = 'presence_changed';

/** Who can be reached now. Every uid asked for is in the answer. */
export type Presence = {
  /** `via` is the transaction the caller is in, if any: waiting for a second connection inside one can starve the pool. */
  statusOf(uids: readonly number[], via?: Queries): Promise<Map<number, Status>>;
};

/** Those of them who are in a call. Whoever answers also announces each change on `PRESENCE_CHANGED`. */
export type BusyAmong = (db: Queries, uids: readonly number[]) => Promise<ReadonlySet<number>>;
const nobody: BusyAmong = async () => new Set();

/** Presence from the streams that the edges of all server processes note in the database. */
export class PgPresence implements Presence {
  readonly #db: Queries;
  readonly #busyAmong: BusyAmong;

  constructor(db: Queries, busyAmong = nobody) {
    this.#db = db;
    this.#busyAmong = busyAmong;
  }

  async statusOf(uids: readonly number[], via: Queries = this.#db): Promise<Map<number, Status>> {
    const statuses = new Map<number, Status>(uids.map((uid) => [uid, 'offline']));
    if (uids.length === 0) return statuses;
    const rows = await via
      .selectDistinct({ uid: onlineStream.uid })
      .from(onlineStream)
      .where(inArray(onlineStream.uid, [...uids]));
    const here = rows.map(({ uid }) => uid);
    const hidden = await hidesPresence(via, here);
    const busy = await this.#busyAmong(via, here);
    for (const uid of here) if (!hidden.has(uid)) statuses.set(uid, busy.has(uid) ? 'busy' : 'online');
    return statuses;
  }
}
