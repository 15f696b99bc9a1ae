import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';

/** A copy of a message that its owner keeps. */
export type Copy = {
  readonly owner: number;
  readonly peer: number;
  /** Said by the owner. */
  readonly out: boolean;
  readonly mid: string;
  /** Server clock, ms. */
  readonly at: number;
  /** `<message xmlns='jabber:client' from='the bare address' ...>`, well-formed: it is read out as it stands. */
  readonly stanza: string;
};

/** Where it stands now. `earlier`: what stood there already under the same owner, peer, direction and mid. */
export type Written = { readonly id: string; readonly earlier: string | undefined };

/** Two numbers that no other code uses together as advisory locks. */
const LOCK_CLASS = 4_600_010;
const LOCKS = 64;

type Returned = {
  owner: string;
  peer: string;
  out: boolean;
  mid: string;
  id: string;
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
 * Keeps copies, in one statement; a transaction may be given, then they are kept if it is. The answers are in the order of
 * the copies. The first text under a mid stands: whoever sends it again finds it, and so does who sends another one under
 * the same mid.
 *
 * Writers of one owner's rows wait for each other until they are committed, by locks that many owners share, taken in
 * order: ids are then given in the order in which rows become visible.
 */
export async function writeArchive(queries: Pick<Database, 'execute'>, copies: readonly Copy[]): Promise<Written[]> {
  // One statement may not meet the same row twice.
  const firsts = new Map<string, Copy>();
  for (const copy of copies) if (!firsts.has(keyOf(copy))) firsts.set(keyOf(copy), copy);
  const distinct = [...firsts.values()];
  const column = (of: (copy: Copy) => unknown, type: 'bigint' | 'boolean' | 'text'): SQL =>
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
    returning owner, peer, out, mid, id, case when xmax = 0 then null else stanza end as stanza`);
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return copies.map((copy) => {
    const key = keyOf(copy);
    const row = found.get(key);
    if (!row) throw new Error('A copy was neither written nor found');
    const first = firsts.get(key);
    return { id: row.id, earlier: row.stanza ?? (first === copy ? undefined : first?.stanza) };
  });
}
