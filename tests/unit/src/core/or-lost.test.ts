import { expect, test } from 'vitest';
import { raceWorkerLoss } from '../../../../src/core/race-worker-loss.ts';

const never = new Promise<string>(() => {});

test('a response stays valid when the worker ends later', async () => {
  const lost = Promise.withResolvers<void>();
  const answered = raceWorkerLoss(lost.promise);
  expect(await answered(Promise.resolve('yes'))).toBe('yes');
  await expect(answered(Promise.reject(new Error('no')))).rejects.toThrow('no');
  lost.resolve();
});

test('all pending and later requests fail when the worker is lost', async () => {
  const lost = Promise.withResolvers<void>();
  const answered = raceWorkerLoss(lost.promise);
  const both = Promise.all([answered(never), answered(never)]);
  lost.resolve();
  expect(await both).toEqual(['lost', 'lost']);
  expect(await answered(never)).toBe('lost');
});

test('a living worker retains no response', async () => {
  const lost = Promise.withResolvers<void>();
  let followers = 0;
  const answered = raceWorkerLoss({
    // biome-ignore lint/suspicious/noThenProperty: it counts its followers
    then: (...args: Parameters<Promise<void>['then']>) => {
      followers += 1;
      return lost.promise.then(...args);
    },
  } as Promise<void>);
  for (let n = 0; n < 100; n += 1) await answered(Promise.resolve(n));
  expect(followers).toBe(1);
});
