import { expect, test } from 'vitest';
import { csvOf, earnedIn, PERIODS, sumDays } from '../../../../src/features/hosting/host/earnings-sums.ts';

const day = (at: number) => ({
  day: `2026-06-${String(30 - at).padStart(2, '0')}`,
  calls: 100 + at,
  bookings: 3,
  gifts: 10,
  media: 1,
  other: -5,
  minutes: 2,
  answered: 1,
  missed: at === 0 ? 1 : 0,
});
const DAYS = Array.from({ length: 30 }, (_, at) => day(at));

test('a period adds up its days, today included', () => {
  expect(sumDays(DAYS, 'today')).toEqual({
    calls: 100,
    bookings: 3,
    gifts: 10,
    media: 1,
    other: -5,
    minutes: 2,
    answered: 1,
    missed: 1,
  });
  expect(sumDays(DAYS, 'week')).toMatchObject({ calls: 721, gifts: 70, media: 7, other: -35, minutes: 14, missed: 1 });
  for (const period of ['today', 'week', 'month'] as const) {
    const days = DAYS.slice(0, PERIODS[period]);
    expect(earnedIn(sumDays(DAYS, period))).toBe(days.reduce((sum, one) => sum + earnedIn(one), 0));
  }
});

test('the file has a line for each day, oldest first, and ends each line as RFC 4180 says', () => {
  expect(csvOf(DAYS.slice(0, 2))).toBe(
    'day,calls,bookings,gifts,media,other,minutes,answered,missed\r\n2026-06-29,101,3,10,1,-5,2,1,0\r\n2026-06-30,100,3,10,1,-5,2,1,1\r\n',
  );
});
