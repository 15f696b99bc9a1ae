import {
  COUNTRY_CODE,
  FILTER_AGE,
  FILTER_PRICE,
  foundListName,
  HOST_SORTS,
  type HostFilter,
  type HostQuery,
  LANGUAGE_CODE,
} from '#contract/people/host-query.ts';
import { type ListName, WALL_LANGUAGES } from '#contract/people/people.ts';
import { NICK_MAX_CHARS } from '#contract/people/rules.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { WALL } from '../../../paths.ts';

/** Parameters of the wall's address for the fields of a filter. */
const PARAMETERS = {
  lang: 'lang',
  country: 'country',
  priceMax: 'price',
  ageMin: 'from',
  ageMax: 'to',
  online: 'online',
  name: 'name',
} as const satisfies Record<keyof HostFilter, string>;
const FIELDS = Object.keys(PARAMETERS) as (keyof HostFilter)[];

const isWithin = (value: number, [min, max]: readonly [min: number, max: number]) =>
  Number.isInteger(value) && value >= min && value <= max;

/** Returns the value of a parameter; undefined if the text is no valid value of this field. */
function readField(field: keyof HostFilter, text: string): string | number | true | undefined {
  switch (field) {
    case 'lang':
      return LANGUAGE_CODE.test(text) ? text : undefined;
    case 'country':
      return COUNTRY_CODE.test(text) ? text : undefined;
    case 'priceMax':
      return isWithin(Number(text), FILTER_PRICE) ? Number(text) : undefined;
    case 'ageMin':
    case 'ageMax':
      return isWithin(Number(text), FILTER_AGE) ? Number(text) : undefined;
    case 'online':
      return text === '1' ? true : undefined;
    case 'name':
      return text.length > NICK_MAX_CHARS ? undefined : typedContent(text) || undefined;
  }
}

/** Reads order and filter from the wall's address (product 2.1). A value that is not valid does not filter. */
export function readWallQuery(search: URLSearchParams): HostQuery {
  const sort = HOST_SORTS.find((known) => known === search.get('sort')) ?? 'hot';
  const entries = FIELDS.flatMap((field) => {
    const value = readField(field, search.get(PARAMETERS[field]) ?? '');
    return value === undefined ? [] : [[field, value] as const];
  });
  return { sort, ...Object.fromEntries(entries) };
}

/** Returns the wall's address for an order and filter. */
export function wallAddress({ sort, ...filter }: HostQuery): string {
  const search = new URLSearchParams();
  for (const field of FIELDS) {
    const value = filter[field];
    if (value !== undefined && value !== '') search.set(PARAMETERS[field], value === true ? '1' : String(value));
  }
  if (sort !== 'hot') search.set('sort', sort);
  return search.size > 0 ? `${WALL}?${search}` : WALL;
}

/** Returns the filter of a query without the language, which the tabs of the wall show. */
export const besideLanguage = ({ sort: _sort, lang: _lang, ...rest }: HostQuery): HostFilter => rest;

/** Returns the name of the list that the wall shows: the hosts of a language tab, or those that a filter finds. */
export function listOf(query: HostQuery): ListName {
  const tab = WALL_LANGUAGES.find((lang) => lang === (query.lang ?? ''));
  const isTab = tab !== undefined && Object.keys(besideLanguage(query)).length === 0;
  return isTab ? `${query.sort}:${tab}` : foundListName(query);
}
