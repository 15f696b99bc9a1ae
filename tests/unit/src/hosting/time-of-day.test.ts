import { expect, test } from 'vitest';
import { minuteOfTime, timeOfMinute } from '../../../../src/features/hosting/host/time-of-day.ts';

test('each minute of the day is the same after a time input', () => {
  for (let minute = 0; minute < 1_440; minute += 1) expect(minuteOfTime(timeOfMinute(minute))).toBe(minute);
  expect(timeOfMinute(65)).toBe('01:05');
});

test('an incomplete time is no minute', () => {
  for (const time of ['', '7:00', '24:00', '12:60']) expect(minuteOfTime(time)).toBeUndefined();
});
