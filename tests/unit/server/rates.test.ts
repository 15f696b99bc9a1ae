import { expect, test } from 'vitest';
import { limitRates } from '../../../server/platform/limits/rates.ts';

const PEOPLE = 30_000;

test('the memory of the rate limits is bounded by recent callers, and no call scans all of them', () => {
  let now = 0;
  let looks = 0;
  const within = limitRates({ act: { perSecond: 1, burst: 2 } }, { now: () => now });
  const { entries, [Symbol.iterator]: each } = Map.prototype;
  const counted = function* (this: Map<unknown, unknown>) {
    for (const entry of entries.call(this)) {
      looks += 1;
      yield entry;
    }
  };
  Map.prototype[Symbol.iterator] = counted as typeof each;
  try {
    for (let uid = 0; uid < PEOPLE; uid += 1) expect(within(uid, 'act')).toBe(true);
  } finally {
    Map.prototype[Symbol.iterator] = each;
  }
  expect(looks).toBeLessThanOrEqual(3 * PEOPLE);
  // A recent caller is still counted.
  expect([within(7, 'act'), within(7, 'act')]).toEqual([true, false]);
  now += 60_000;
  expect([within(7, 'act'), within(7, 'act'), within(7, 'act')]).toEqual([true, true, false]);
});
