import { and, asc, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { hostFacets } from '../../../contract/people/host-filter.ts';
import type { HostFilter, HostQuery } from '../../../contract/people/host-query.ts';
import { createNameFilter } from '../../../contract/text/fold-text.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor, profile } from '../people/tables.ts';
import type { ListViewer } from './items.ts';
import { listAnchors, type PageOf } from './lists.ts';
import { BY_HEAT, BY_JOINED } from './order.ts';
import { isVisibleTo } from './visible.ts';

/** Most hosts that a search by name finds; of more, those with the lowest uids are found. */
const FOUND_BY_NAME_MAX = 500;

/**
 * Returns the hosts whose name has each of these words as a part. The names are compared here, not in SQL, because `foldText` is the one
 * rule for all searches; ten thousand names take some 20 ms.
 */
async function hostsNamed(db: Queries, name: string): Promise<number[]> {
  const isNamed = createNameFilter(name);
  const rows = await db
    .select({ uid: account.uid, name: account.nickName })
    .from(anchor)
    .innerJoin(account, eq(account.uid, anchor.uid))
    .where(isNull(account.closedAt))
    .orderBy(asc(account.uid));
  return rows
    .filter((row) => isNamed(row.name))
    .slice(0, FOUND_BY_NAME_MAX)
    .map(({ uid }) => uid);
}

/** Birthday, as stored (`YYYY-MM-DD`), of a person who turns `years` today. Such texts compare as their days do. */
const bornBefore = (years: number, today: Date) =>
  `${String(today.getUTCFullYear() - years).padStart(4, '0')}${today.toISOString().slice(4, 10)}`;

/** SQL condition on the age of a row of `anchor`, in whole years as `ageOf` counts them. A subquery per row: see `selectAnchors`. */
function isAged(ageMin: number | undefined, ageMax: number | undefined, today: Date): SQL | undefined {
  if (ageMin === undefined && ageMax === undefined) return undefined;
  const born = and(
    eq(profile.uid, anchor.uid),
    ne(profile.bDay, ''),
    ageMin === undefined ? undefined : lte(profile.bDay, bornBefore(ageMin, today)),
    ageMax === undefined ? undefined : gt(profile.bDay, bornBefore(ageMax + 1, today)),
  );
  return sql`coalesce((select true from ${profile} where ${born}), false)`;
}

async function conditionOf(db: Queries, filter: HostFilter): Promise<SQL | undefined> {
  const { lang, country, priceMax, ageMin, ageMax, online, name } = filter;
  return and(
    lang === undefined ? undefined : eq(anchor.lang, lang),
    country === undefined ? undefined : eq(anchor.country, country),
    priceMax === undefined ? undefined : lte(anchor.price, priceMax),
    isAged(ageMin, ageMax, new Date()),
    online ? and(eq(anchor.online, true), sql`takes_calls(${anchor})`) : undefined,
    name ? inArray(anchor.uid, await hostsNamed(db, name)) : undefined,
  );
}

/** A page of the hosts who match every given condition of a filter, in the order of the hot or the new list, as `sort` says. */
export async function listFound(looking: ListViewer, { cursor, limit, sort, ...filter }: PageOf & HostQuery) {
  const condition = await conditionOf(looking.db, filter);
  return listAnchors(looking, { cursor, limit }, sort === 'hot' ? BY_HEAT : BY_JOINED, condition);
}

/** Distinct languages, countries and prices (gems per started minute) of the hosts whom the viewer may see: the filter's choices. */
export async function facetsOf(db: Queries, viewer: number): Promise<InferOutput<typeof hostFacets>> {
  const codesOf = (column: typeof anchor.lang | typeof anchor.country) =>
    sql<string[]>`coalesce(array_agg(distinct ${column}) filter (where ${column} <> ''), '{}')`;
  const [row] = await db
    .select({
      languages: codesOf(anchor.lang),
      countries: codesOf(anchor.country),
      prices: sql<number[]>`coalesce(array_agg(distinct ${anchor.price}), '{}')`,
    })
    .from(anchor)
    .where(isVisibleTo(viewer));
  return row ?? { languages: [], countries: [], prices: [] };
}
