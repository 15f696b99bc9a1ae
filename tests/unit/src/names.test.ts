import { expect, test, vi } from 'vitest';
import { namedOptions, sortedByName } from '../../../src/i18n/names.ts';

const language = vi.hoisted(() => ({ now: 'en' }));
vi.mock('../../../src/i18n/i18n.ts', () => ({ currentLocale: () => language.now }));

test.each([
  ['de', ['Norwegen', 'Österreich', 'Osttimor', 'Polen']],
  ['tr', ['Oman', 'Osmaniye', 'Özbekistan', 'Polonya']],
  ['tr', ['Cibuti', 'Çin', 'Danimarka', 'Irak', 'İsveç']],
  ['es', ['Nueva York', 'Ñuñoa', 'Oviedo']],
  ['zh', ['白', '陳', '李', '王']],
])('names are sorted in the order of the language %s', (tag, names) => {
  language.now = tag;
  expect(sortedByName(names.toReversed(), (name) => name)).toEqual(names);
});

test('the options of a choice have their names in the interface language, in its order', () => {
  language.now = 'de';
  const regions = new Intl.DisplayNames('de', { type: 'region' });
  const options = namedOptions(['TL', 'AT', 'NO'], (code) => regions.of(code) ?? '');
  expect(options.map(({ value }) => value)).toEqual(['NO', 'AT', 'TL']);
});
