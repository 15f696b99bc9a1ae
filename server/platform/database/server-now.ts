import { sql } from 'drizzle-orm';
import { LEADER_TERM_MS } from './bounds.ts';

/**
 * SQL of the current time for leases, due times and heartbeats that are stored and compared by the database: `now()`, but never before the
 * time of the server, which the leader's row has. With `now()` alone, a lease of a moment ago would last for an hour when the clock of
 * the database is set back by an hour. A subquery, so that a statement evaluates it once.
 */
export const SERVER_NOW = `(SELECT greatest(now(), max(leader.until) - interval '${LEADER_TERM_MS} ms') FROM leader)`;

/** `SERVER_NOW` for queries of Drizzle. */
export const serverNow = sql.raw(SERVER_NOW);
