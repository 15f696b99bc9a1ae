import { array, asyncProperty, assert as check, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createQueues } from '../../../server/platform/jobs/keyed-queue.ts';

const works = array(record({ uid: nat(3), turns: nat(5) }), { maxLength: 40 });

test('work of an account runs in order, and does not wait for other accounts', async () => {
  await check(
    asyncProperty(works, async (added) => {
      const queues = createQueues();
      const blocked = Promise.withResolvers<void>();
      const log: { readonly uid: number; readonly at: number }[] = [];
      queues.add(9, () => blocked.promise);
      for (const [at, { uid, turns }] of added.entries()) {
        queues.add(uid, async () => {
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          log.push({ uid, at });
        });
      }
      await expect.poll(() => log.length).toBe(added.length);
      for (const uid of [0, 1, 2, 3]) {
        const own = log.filter((each) => each.uid === uid).map(({ at }) => at);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
      blocked.resolve();
      await queues.idle();
    }),
    { numRuns: 30 },
  );
});

test('work is refused when 256 pieces of the account wait', async () => {
  const queues = createQueues();
  const blocked = Promise.withResolvers<void>();
  const add = () => queues.add(7, () => blocked.promise);
  expect(Array.from({ length: 256 }, add).every(Boolean)).toBe(true);
  expect(add()).toBe(false);
  blocked.resolve();
  await queues.idle();
  expect(add()).toBe(true);
});
