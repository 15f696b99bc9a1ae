import { desc, type SQL, sql } from 'drizzle-orm';
import { anchor } from '../people/tables.ts';

/** Columns that every host list selects, so that its last row can become the cursor of the next page. */
export const placeColumns = {
  uid: anchor.uid,
  online: anchor.online,
  heat: anchor.heat,
  rank: anchor.rank,
  /** When the host joined; in microseconds, because a cursor in milliseconds would skip rows of the same millisecond. */
  joinedAtUs: sql<string>`(extract(epoch from ${anchor.createdAt}) * 1000000)::bigint`,
};
/** Values of a host's row from which the cursor of the next page is written: uid, online, heat, rank and time of joining. */
export type Place = {
  readonly uid: number;
  readonly online: boolean;
  readonly heat: number;
  readonly rank: number;
  readonly joinedAtUs: string;
};

/**
 * A sort order of host lists for which `anchor` has an index. A cursor is the position of a page's last row, prefixed by the letter of
 * its order.
 */
export type Order = {
  readonly by: readonly SQL[];
  /** The cursor for the rows after this one. */
  write(place: Place): string;
  /** SQL condition for the rows after a cursor; undefined if the cursor is invalid or of another order. */
  after(cursor: string): SQL | undefined;
};

/**
 * Hot order: online hosts first, then by recent paid minutes and ratings (`heat` of `anchor`), the operator's rank, and the newer uid. A
 * host that goes online or offline between two pages may appear twice or not at all.
 */
export const BY_HEAT: Order = {
  by: [desc(anchor.online), desc(anchor.heat), desc(anchor.rank), desc(anchor.uid)],
  write: ({ online, heat, rank, uid }) => `h${online ? 1 : 0}.${heat}.${rank}.${uid}`,
  after(cursor) {
    const match = /^h([01])\.(\d{1,10})\.(-?\d{1,10})\.(\d{1,15})$/.exec(cursor);
    if (match === null) return undefined;
    const [, online, heat, rank, uid] = match;
    return sql`(${anchor.online}, ${anchor.heat}, ${anchor.rank}, ${anchor.uid})
      < (${online === '1'}::boolean, ${heat}::bigint, ${rank}::bigint, ${uid}::bigint)`;
  },
};

/** New order: most recently joined hosts first. */
export const BY_JOINED: Order = {
  by: [desc(anchor.createdAt), desc(anchor.uid)],
  write: ({ joinedAtUs, uid }) => `n${joinedAtUs}.${uid}`,
  after(cursor) {
    const match = /^n(\d{1,16})\.(\d{1,15})$/.exec(cursor);
    if (match === null) return undefined;
    const [, joinedAtUs, uid] = match;
    return sql`(${anchor.createdAt}, ${anchor.uid})
      < ('epoch'::timestamptz + ${joinedAtUs}::bigint * interval '1 microsecond', ${uid}::bigint)`;
  },
};
