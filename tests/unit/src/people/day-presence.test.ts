import { expect, test } from 'vitest';
import { type DayPresence, dayPresence } from '../../../../src/data/people/day-presence.ts';

const DAY: readonly (readonly [from: number, to: number, what: DayPresence])[] = [
  [0, 8, 'sleeping'],
  [8, 9, 'dining'],
  [9, 12, 'outdoor'],
  [12, 13, 'dining'],
  [13, 15, 'private'],
  [15, 17, 'offline'],
  [17, 18, 'dining'],
  [18, 24, 'offline'],
];

test.each(DAY)("from %i to %i o'clock an offline friend is shown as %s", (from, to, what) => {
  for (let hour = from; hour < to; hour += 1) expect(dayPresence(hour)).toBe(what);
});
