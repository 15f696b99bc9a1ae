import { expect, test, vi } from 'vitest';
import { type DayPresence, dayPresence, presenceKey } from '../../../../src/data/people/day-presence.ts';

// Modules of a page listen to its end when they load.
vi.hoisted(() => void vi.stubGlobal('addEventListener', () => undefined));

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

test('only an offline friend is shown by the hour', () => {
  expect(presenceKey('offline', true, 3)).toBe('wall:day.sleeping');
  expect(presenceKey('offline', true, 20)).toBe('wall:day.offline');
  expect(presenceKey('offline', false, 3)).toBe('common:presence.offline');
  expect(presenceKey('online', true, 3)).toBe('common:presence.online');
  expect(presenceKey('busy', true, 3)).toBe('common:presence.busy');
});
