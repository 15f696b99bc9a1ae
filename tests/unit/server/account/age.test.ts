import { expect, test } from 'vitest';
import { ageOf } from '../../../../server/domains/people/profile/profile.ts';

const NOW = new Date('2026-11-29T12:00:00Z');

test.each([
  ['2000-11-29', 26],
  ['2000-11-30', 25],
  ['2008-11-29', 18],
])('a person born on %s is %i years old', (born, age) => {
  expect(ageOf(born, NOW)).toBe(age);
});

test.each(['', 'yesterday', '2000-02-30', '2000-13-01', '2999-01-01', '29.11.2000'])(
  'the birthday %j that is missing or no date of the past gives the age -1',
  (born) => {
    expect(ageOf(born, NOW)).toBe(-1);
  },
);
