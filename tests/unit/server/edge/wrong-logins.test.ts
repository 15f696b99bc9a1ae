import { expect, test } from 'vitest';
import { LOGINS_PER_MINUTE } from '../../../../contract/account/rules.ts';
import { WRONG_LOGINS_PER_ADDRESS_PER_MINUTE } from '../../../../server/platform/edge/bounds.ts';
import { limitStreamLogins } from '../../../../server/platform/edge/limits/wrong-logins.ts';
import { createBoundedMap } from '../../../../server/platform/limits/bounded-map.ts';

const clock = { now: () => 0 };
const ATTACKER = 'attacker';
const RUNS = 4_000;

/** A limit filled with the given number of wrong logins, each of another address. */
function remembering(addresses: number) {
  const attempt = limitStreamLogins(true, clock);
  for (let n = 0; n < addresses; n += 1) attempt(1, `address ${n}`);
  for (let uid = 0; uid < WRONG_LOGINS_PER_ADDRESS_PER_MINUTE; uid += 1) attempt(uid, ATTACKER);
  expect(attempt(1_000, ATTACKER)).toBeUndefined();
  return attempt;
}

/** Microseconds per refused attempt: the fastest of several rounds, to exclude other processes. */
function costOf(attempts: readonly ReturnType<typeof limitStreamLogins>[]): readonly number[] {
  const best = attempts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 9; round += 1) {
    for (const [at, attempt] of attempts.entries()) {
      const start = performance.now();
      for (let uid = 0; uid < RUNS; uid += 1) attempt(uid, ATTACKER);
      best[at] = Math.min(best[at] ?? 0, ((performance.now() - start) * 1_000) / RUNS);
    }
  }
  return best;
}

test('a refused login costs the same with 100,000 remembered wrong ones as with 10', () => {
  const [few = 0, many = 0] = costOf([remembering(10), remembering(100_000)]);
  console.log(`refused login: ${few.toFixed(3)} us with 10 remembered, ${many.toFixed(3)} us with 100,000`);
  expect(many).toBeLessThanOrEqual(2 * few);
});

test('refused logins add no entries, so they evict no remembered wrong login', () => {
  const attempt = remembering(99_000);
  for (let n = 0; n < LOGINS_PER_MINUTE; n += 1) attempt(7, 'last');
  for (let uid = 0; uid < 20_000; uid += 1) attempt(uid, ATTACKER);
  expect(attempt(7, 'last')).toBeUndefined();
});

test('a bounded map evicts the least recently used entry, and an entry at the end of its lifetime', () => {
  let now = 0;
  const map = createBoundedMap<number, string>({ max: 3, lifetime: { ms: 1_000, clock: { now: () => now } } });
  for (const key of [1, 2, 3]) map.set(key, `${key}`);
  map.get(1);
  map.set(4, '4');
  expect([1, 2, 3, 4].map((key) => map.get(key))).toEqual(['1', undefined, '3', '4']);
  now = 999;
  expect(map.get(1)).toBe('1');
  now = 1_000;
  expect([1, 3, 4].map((key) => map.get(key))).toEqual([undefined, undefined, undefined]);
});

test('a bounded map also bounds the sum of sizes', () => {
  const map = createBoundedMap<number, string>({ max: 100, total: { max: 10, sizeOf: ({ length }) => length } });
  for (const key of [1, 2, 3]) map.set(key, 'four');
  expect([map.size, map.get(1), map.get(3)]).toEqual([2, undefined, 'four']);
});
