import { expect, test } from 'vitest';
import { dateOf, orderOf, partsOf } from '../../../../src/ui/input/date-parts.ts';

test('a date is split into parts and joined again', () => {
  expect(partsOf('1990-02-05')).toEqual({ year: '1990', month: '2', day: '5' });
  expect(dateOf({ year: '1990', month: '2', day: '5' })).toBe('1990-02-05');
  expect(partsOf('')).toEqual({ year: '', month: '', day: '' });
});

test('a date with a missing part is empty', () => {
  expect(dateOf({ year: '1990', month: '', day: '5' })).toBe('');
});

test('a day that its month does not have becomes the last of the month', () => {
  expect(dateOf({ year: '1991', month: '2', day: '31' })).toBe('1991-02-28');
  expect(dateOf({ year: '1992', month: '2', day: '31' })).toBe('1992-02-29');
});

test('the parts are in the order of the language', () => {
  expect(orderOf('en')).toEqual(['month', 'day', 'year']);
  expect(orderOf('de')).toEqual(['day', 'month', 'year']);
  expect(orderOf('ja')).toEqual(['year', 'month', 'day']);
});
