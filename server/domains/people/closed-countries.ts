import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import { accountSettings, anchor, profile } from './tables.ts';

/**
 * PostgreSQL channel with the uid of each account whose sender policy changed; the caches of all edges then load it again. Triggers
 * announce changes of its blocks, settings, locks and push reach, and `announceClosed` and `announcePolicy` those that follow from closed
 * countries.
 */
export const POLICY_CHANGED = 'policy_changed';

/** SQL array of the countries of a viewer: that of the profile, and that of the connection, if a proxy says it (`COUNTRY_HEADER`). */
const countriesOf = (profileRow: SQL): SQL => sql`array[${profileRow}.country, ${profileRow}.connection_country]`;

/**
 * SQL condition that `owner` is a host whose setting `closedCountries` has the country in the profile of `viewer`, or that of their
 * connection. It counts as a block by the host: neither sees the other, and the viewer can neither call nor write. A subquery per row,
 * without a join: see `selectAnchors`.
 */
export const isClosedTo = (
  owner: SQLWrapper | number,
  viewer: SQLWrapper | number,
): SQL<boolean> => sql<boolean>`coalesce((
  select own.changed->'closedCountries' ?| (select ${countriesOf(sql`theirs`)} from ${profile} as theirs where theirs.uid = ${viewer})
  from ${accountSettings} as own
  where own.uid = ${owner} and exists (select from ${anchor} as listed where listed.uid = ${owner})), false)`;

/** SQL query of the uids of the hosts who are closed to this account, by the country of its profile or of its connection. */
export const hostsClosedTo = (viewer: number): SQL => sql`
  select own.uid from ${anchor} as listed join ${accountSettings} as own on own.uid = listed.uid
  where own.changed->'closedCountries' ?| (select ${countriesOf(sql`theirs`)} from ${profile} as theirs where theirs.uid = ${viewer})`;

/** SQL condition that an account has closed countries: evaluated once for a query, before `isClosedTo` for each row. */
export const hasClosedCountries = (owner: number): SQL => sql`coalesce((
  select own.changed->'closedCountries' <> '[]' from ${accountSettings} as own where own.uid = ${owner}), false)`;

/** Uids of the hosts who are closed to this account, by the country of its profile or of its connection. */
export async function listClosedTo(db: Queries, viewer: number): Promise<number[]> {
  const { rows } = await db.execute<{ uid: string }>(hostsClosedTo(viewer));
  return rows.map(({ uid }) => Number(uid));
}

/**
 * Makes the edges load again the sender policies of the accounts that are online and have one of these countries, in the profile or as that
 * of the connection, after a host closed itself to them or opened again.
 */
export async function announceClosed(db: Queries, countries: readonly string[]): Promise<void> {
  if (countries.length === 0) return;
  await db.execute(sql`
    select pg_notify(${POLICY_CHANGED}, here.uid::text) from (select distinct uid from ${onlineStream}) as here
      join ${profile} as theirs on theirs.uid = here.uid where ${countriesOf(sql`theirs`)} && ${sql.param([...countries])}::text[]`);
}

/**
 * Makes the edges load the sender policy of an account again, after its country changed: hosts may be closed to the former or the new one.
 */
export async function announcePolicy(db: Queries, uid: number): Promise<void> {
  await db.execute(sql`select pg_notify(${POLICY_CHANGED}, ${String(uid)})`);
}

/** Maximum number of accounts whose country is in memory, so that the same one is not written with each request. */
const REMEMBERED = 10_000;

/**
 * Creates the function that stores the country from which an account connects, for hosts who are closed there; each request calls it.
 * The edges load its sender policy again when the country changes. An unknown country changes nothing.
 */
export function createConnectionCountries(db: Queries): (uid: number, country: string) => Promise<void> {
  const known = new Map<number, string>();
  return async (uid, country) => {
    if (country === '' || known.get(uid) === country) return;
    const { rowCount } = await db.execute(
      sql`update ${profile} set connection_country = ${country} where uid = ${uid} and connection_country <> ${country}`,
    );
    if (known.size >= REMEMBERED) known.clear();
    known.set(uid, country);
    if (rowCount) await announcePolicy(db, uid);
  };
}
