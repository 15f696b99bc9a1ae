import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryOfList } from '../../../../contract/people/host-filter.ts';
import { foundListName, HOST_SORTS, type HostQuery } from '../../../../contract/people/host-query.ts';
import { typedContent } from '../../../../contract/text/visible-text.ts';
import { listOf, readWallQuery, wallAddress } from '../../../../src/features/discovery/wall/wall-query.ts';

const read = (query: string) => readWallQuery(new URLSearchParams(query));
const searchOf = (address: string) => new URL(address, 'https://gemcall.test').searchParams;

test('the address of the wall names order and filter', () => {
  expect(read('sort=new&lang=sw&country=DE&price=50&from=18&to=24&online=1&name=ash')).toEqual({
    sort: 'new',
    lang: 'sw',
    country: 'DE',
    priceMax: 50,
    ageMin: 18,
    ageMax: 24,
    online: true,
    name: 'ash',
  });
});

test('a parameter that is no value of its field does not filter', () => {
  for (const query of [
    '',
    'sort=best',
    'lang=%3Cb%3E',
    'country=germany',
    'price=-1',
    'price=x',
    'from=3',
    'online=yes',
    'name=',
    'name=%E2%80%8B%E2%A0%80',
  ])
    expect(read(query)).toEqual({ sort: 'hot' });
});

test('an address says the same when it is read again, whatever the filter', () => {
  const query = fc.record(
    {
      sort: fc.constantFrom(...HOST_SORTS),
      lang: fc.constantFrom('en', 'sw', 'fil'),
      country: fc.constantFrom('DE', 'BR'),
      priceMax: fc.integer({ min: 1, max: 1_000 }),
      ageMin: fc.integer({ min: 18, max: 60 }),
      ageMax: fc.integer({ min: 18, max: 60 }),
      online: fc.constant(true as const),
      name: fc
        .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
        .filter((name) => typedContent(name) === name && name !== ''),
    },
    { requiredKeys: ['sort'] },
  );
  fc.assert(
    fc.property(query, (chosen: HostQuery) => {
      expect(readWallQuery(searchOf(wallAddress(chosen)))).toEqual(chosen);
      expect(queryOfList(foundListName(chosen))).toEqual(chosen);
    }),
  );
});

test('a language tab alone is the cached list of that tab; every other filter is a search', () => {
  expect([listOf(read('')), listOf(read('lang=tr&sort=new'))]).toEqual(['hot:', 'new:tr']);
  expect(queryOfList(listOf(read('lang=sw')))).toEqual({ sort: 'hot', lang: 'sw' });
  expect(queryOfList(listOf(read('lang=tr&online=1')))).toEqual({ sort: 'hot', lang: 'tr', online: true });
});

test('names of other lists, and malformed ones, are no search', () => {
  for (const name of ['hot:en', 'found:', 'found:{"sort":"best"}', 'found:[]', 'found:{"sort":"hot","name":5}'])
    expect(queryOfList(name)).toBeUndefined();
});
