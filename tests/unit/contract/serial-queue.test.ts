import { setImmediate as nextTask } from 'node:timers/promises';
import { array, asyncProperty, boolean, assert as check, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createSerialQueue } from '../../../contract/serial-queue.ts';

const jobs = array(record({ turns: nat(3), fails: boolean() }), { maxLength: 20 });

test('jobs run one at a time and in order, also after one that failed', async () => {
  await check(
    asyncProperty(jobs, async (added) => {
      const queue = createSerialQueue();
      const log: string[] = [];
      const results = added.map(({ turns, fails }, at) =>
        queue.add(async () => {
          log.push(`begin ${at}`);
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          log.push(`end ${at}`);
          if (fails) throw new Error(`failure ${at}`);
          return at;
        }),
      );
      const settled = await Promise.allSettled(results);
      expect(log).toEqual(added.flatMap((_, at) => [`begin ${at}`, `end ${at}`]));
      expect(settled.map(({ status }) => status)).toEqual(added.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
    }),
  );
});

test('a queue is idle when the jobs added before have ended, also a failed one', async () => {
  const queue = createSerialQueue();
  const gate = Promise.withResolvers<void>();
  const failed = queue.add(async () => {
    await gate.promise;
    throw new Error('failure');
  });
  let isIdle = false;
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  await nextTask();
  expect(isIdle).toBe(false);
  gate.resolve();
  await expect(failed).rejects.toThrow('failure');
  await idle;
  expect(isIdle).toBe(true);
});

test('a job that throws at once rejects its own promise only', async () => {
  const queue = createSerialQueue();
  const failed = queue.add(() => {
    throw new Error('failure');
  });
  const next = queue.add(() => 'result');
  await expect(failed).rejects.toThrow('failure');
  expect(await next).toBe('result');
});
