import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';

/**
 * A message as one of its two accounts archives it: a row of the archive table before it has an id. `owner` and `peer` are uids, `mid` is
 * the stanza id.
 */
export type ArchiveCopy = {
  readonly owner: number;
  readonly peer: number;
  /** True when the owner sent it. */
  readonly out: boolean;
  readonly mid: string;
  /** Server time in ms since the epoch. */
  readonly at: number;
  /** `<message xmlns='jabber:client' from='the bare address' ...>`, well-formed: archive queries return it unchanged. */
  readonly stanza: string;
};

/**
 * Result of writing an `ArchiveCopy`: the archive id and the time, ms, of the stored row. `earlier`: the stanza that was already stored
 * with the same owner, peer, direction and mid; undefined for a new row.
 */
export type Written = { readonly id: string; readonly at: number; readonly earlier: string | undefined };

/** The class of the advisory locks of `writeArchive`, used by no other code, and their number. */
const LOCK_CLASS = 4_600_010;
const LOCKS = 64;

type Returned = {
  owner: string;
  peer: string;
  out: boolean;
  mid: string;
  id: string;
  at: string;
  stanza: string | null;
} & Record<string, unknown>;

const keyOf = ({
  owner,
  peer,
  out,
  mid,
}: {
  owner: number | string;
  peer: number | string;
  out: boolean;
  mid: string;
}) => `${owner} ${peer} ${out} ${mid}`;

/**
 * Writes archive copies in one statement, for messages of clients and of services. The results are in the order of the copies. The first
 * stanza with a mid is retained: a retry gets it back, and so does a different message with the same mid.
 *
 * Writers to one owner's archive wait for each other until commit, so that ids are assigned in the order in which rows become visible.
 * They use advisory locks, each shared by many owners and taken in ascending order.
 */
export async function writeArchive(
  queries: Pick<Database, 'execute'>,
  copies: readonly ArchiveCopy[],
): Promise<Written[]> {
  // `ON CONFLICT DO UPDATE` must not affect the same row twice in one statement.
  const firsts = new Map<string, ArchiveCopy>();
  for (const copy of copies) if (!firsts.has(keyOf(copy))) firsts.set(keyOf(copy), copy);
  const distinct = [...firsts.values()];
  const column = (of: (copy: ArchiveCopy) => unknown, type: 'bigint' | 'boolean' | 'text'): SQL =>
    sql`${sql.param(distinct.map(of))}::${sql.raw(type)}[]`;
  const { rows } = await queries.execute<Returned>(sql`
    with held as materialized (
      select count(pg_advisory_xact_lock(${LOCK_CLASS}, bucket)) from (
        select distinct (one % ${LOCKS})::int as bucket from unnest(${column(({ owner }) => owner, 'bigint')}) one order by 1
      ) buckets
    )
    insert into archive (owner, peer, out, mid, at, stanza)
    select owner, peer, out, mid, to_timestamp(at / 1000.0), stanza
    from held, unnest(
      ${column(({ owner }) => owner, 'bigint')}, ${column(({ peer }) => peer, 'bigint')},
      ${column(({ out }) => out, 'boolean')}, ${column(({ mid }) => mid, 'text')},
      ${column(({ at }) => at, 'bigint')}, ${column(({ stanza }) => stanza, 'text')}
    ) with ordinality as given (owner, peer, out, mid, at, stanza, place)
    order by place
    on conflict (owner, peer, out, mid) do update set mid = excluded.mid
    returning owner, peer, out, mid, id, (extract(epoch from at) * 1000)::bigint as at,
      case when xmax = 0 then null else stanza end as stanza`);
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return copies.map((copy) => {
    const key = keyOf(copy);
    const row = found.get(key);
    if (!row) throw new Error('A copy was neither written nor found');
    const first = firsts.get(key);
    return { id: row.id, at: Number(row.at), earlier: row.stanza ?? (first === copy ? undefined : first?.stanza) };
  });
}
