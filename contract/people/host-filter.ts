import {
  array,
  type GenericSchema,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  trim,
} from 'valibot';
import { typedText } from '../text/typed-text.ts';
import {
  COUNTRY_CODE,
  FILTER_AGE,
  FILTER_PRICE,
  FOUND,
  HOST_SORTS,
  type HostQuery,
  LANGUAGE_CODE,
} from './host-query.ts';
import { NICK_MAX_CHARS } from './rules.ts';

const years = pipe(number(), integer(), minValue(FILTER_AGE[0]), maxValue(FILTER_AGE[1]));

const filter = {
  lang: optional(pipe(string(), regex(LANGUAGE_CODE))),
  country: optional(pipe(string(), regex(COUNTRY_CODE))),
  priceMax: optional(pipe(number(), integer(), minValue(FILTER_PRICE[0]), maxValue(FILTER_PRICE[1]))),
  ageMin: optional(years),
  ageMax: optional(years),
  online: optional(literal(true)),
  name: optional(pipe(typedText, trim(), maxLength(NICK_MAX_CHARS))),
};
/** Schema of order and filter of a list of found hosts (`HostQuery`). */
export const hostQuery = object({ sort: picklist(HOST_SORTS), ...filter }) satisfies GenericSchema<unknown, HostQuery>;

/**
 * Schema of what a filter can choose from: the hosts' languages and countries by their codes, and prices in gems a minute, each ascending.
 */
export const hostFacets = object({
  languages: array(string()),
  countries: array(string()),
  prices: array(number()),
});
/** Languages, countries and prices that the hosts have, from which a filter is chosen. */
export type HostFacets = {
  readonly [K in keyof InferOutput<typeof hostFacets>]: Readonly<InferOutput<typeof hostFacets>[K]>;
};

/** Returns the query of a list's name; undefined if it is another list, or malformed. */
export function queryOfList(name: string): HostQuery | undefined {
  if (!name.startsWith(FOUND)) return undefined;
  try {
    const result = safeParse(hostQuery, JSON.parse(name.slice(FOUND.length)));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
