import { sql } from 'drizzle-orm';
import type { LiveStatus } from '../../../contract/people/presence.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { findHiddenPresence } from './visibility.ts';

/**
 * PostgreSQL channel on which triggers announce presence changes of all accounts: a uid, with further fields for
 * `server/platform/services/watchers.ts`.
 */
export const PRESENCE_CHANGED = 'presence_changed';

/** Source of the presence status of accounts, for lists, endpoints and watches. */
export type Presence = {
  /** Status of each uid. `via` is the transaction in which this is called, if any: a second connection inside one can exhaust the pool. */
  statusOf(uids: readonly number[], via?: Queries): Promise<Map<number, LiveStatus>>;
};

/**
 * Query for which of these accounts are in a call, which the calls domain provides. The implementation must announce each change on
 * `PRESENCE_CHANGED`.
 */
export type BusyAmong = (db: Queries, uids: readonly number[]) => Promise<ReadonlySet<number>>;
const noneBusy: BusyAmong = async () => new Set();

/**
 * Presence from the database, for all processes: offline when not reachable for a call (`is_here`, a database function: an open stream, or
 * a host whose closed app rings) or when hidden, busy in a call, else online.
 */
export class PgPresence implements Presence {
  readonly #db: Queries;
  readonly #busyAmong: BusyAmong;

  constructor(db: Queries, busyAmong = noneBusy) {
    this.#db = db;
    this.#busyAmong = busyAmong;
  }

  async statusOf(uids: readonly number[], via: Queries = this.#db): Promise<Map<number, LiveStatus>> {
    const statuses = new Map<number, LiveStatus>(uids.map((uid) => [uid, 'offline']));
    if (uids.length === 0) return statuses;
    const queried = sql`unnest(${sql.param([...uids])}::bigint[]) as asked(uid)`;
    const { rows } = await via.execute<{ uid: string }>(sql`select distinct uid from ${queried} where is_here(uid)`);
    const here = rows.map(({ uid }) => Number(uid));
    const hidden = await findHiddenPresence(via, here);
    const busy = await this.#busyAmong(via, here);
    for (const uid of here) if (!hidden.has(uid)) statuses.set(uid, busy.has(uid) ? 'busy' : 'online');
    return statuses;
  }
}
