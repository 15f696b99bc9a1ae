/** Values of a filter of the wall, for pages, which do not contain the schemas. */

/** Orders of the wall: `hot` shows online hosts first, and among them the most popular; `new` the newest. */
export const HOST_SORTS = ['hot', 'new'] as const;
/** An order of the wall. */
export type HostSort = (typeof HOST_SORTS)[number];

/** Filter of the wall (product 2.1); a missing field does not filter. */
export type HostFilter = {
  /** ISO 639 code of the host's language. */
  readonly lang?: string | undefined;
  /** ISO 3166 code. */
  readonly country?: string | undefined;
  /** Gems a minute. */
  readonly priceMax?: number | undefined;
  /** Whole years. A host of unknown age matches no age. */
  readonly ageMin?: number | undefined;
  readonly ageMax?: number | undefined;
  /** Only hosts who are online and take calls. */
  readonly online?: true | undefined;
  /** Words; each must be part of the name, compared by `foldText`. */
  readonly name?: string | undefined;
};
/** Order and filter of a list of found hosts. */
export type HostQuery = HostFilter & { readonly sort: HostSort };

/** Pattern of an ISO 639 code of a language. */
export const LANGUAGE_CODE = /^[a-z]{2,3}$/;
/** Pattern of an ISO 3166 code of a country. */
export const COUNTRY_CODE = /^[A-Z]{2}$/;
/** Smallest and largest price that a filter can name, in gems a minute. */
export const FILTER_PRICE = [1, 1_000_000] as const;
/** Smallest and largest age that a filter can name, in whole years. */
export const FILTER_AGE = [18, 120] as const;

/** Prefix of the names of lists of found hosts. */
export const FOUND = 'found:';
/** Name of the cached list of the hosts found by a query, which it contains. */
export type FoundListName = `${typeof FOUND}${string}`;

/** Returns the name of the list of a query; queries with the same values have the same name. */
export function foundListName({
  sort,
  lang,
  country,
  priceMax,
  ageMin,
  ageMax,
  online,
  name,
}: HostQuery): FoundListName {
  return `${FOUND}${JSON.stringify({ sort, lang, country, priceMax, ageMin, ageMax, online, name })}`;
}
