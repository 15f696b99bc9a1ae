import { expect, test, vi } from 'vitest';
import { batchWrites, ItemRefused } from '../../../../server/domains/chat/archive/batch-writes.ts';

/** A database whose responses the test triggers. */
function slowStore() {
  const writes: { items: readonly number[]; answer(): void; fail(error: Error): void }[] = [];
  const write = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      writes.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  const started = (count: number) => vi.waitFor(() => expect(writes).toHaveLength(count));
  return { writes, write, started };
}
const outcomes = async (promises: readonly Promise<number>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message));

test('writes that arrive during a batch wait for the next one, which contains all of them', async () => {
  const { writes, write, started } = slowStore();
  const keep = batchWrites(write, { max: 3 });
  const first = [keep(1), keep(2)];
  await started(1);
  const later = [3, 4, 5, 6].map(keep);
  writes[0]?.answer();
  await started(2);
  writes[1]?.answer();
  await started(3);
  writes[2]?.answer();
  expect(await outcomes([...first, ...later])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(writes.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('when a batch fails, the waiting writes fail too, and later ones are written', async () => {
  const { writes, write, started } = slowStore();
  const keep = batchWrites(write);
  const first = keep(1);
  await started(1);
  const behind = keep(2);
  writes[0]?.fail(new Error('no database'));
  expect(await outcomes([first, behind])).toEqual(['no database', 'no database']);
  const next = keep(3);
  await started(2);
  writes[1]?.answer();
  expect(await next).toBe(30);
});

test('a row that cannot be written does not fail the other rows', async () => {
  const keep = batchWrites(async (items: readonly number[]) => {
    if (items.includes(2)) throw new ItemRefused('two');
    return items;
  });
  expect(await outcomes([1, 2, 3].map(keep))).toEqual([1, 'two', 3]);
});

test('a write fails when the database does not respond in time', async () => {
  const { write } = slowStore();
  const keep = batchWrites(write, { patienceMs: 1 });
  expect(await outcomes([keep(1)])).toEqual(['the database does not answer']);
});

test('rate-limited batches start at the minimum interval, and writes that arrive meanwhile share a batch', async () => {
  const everyMs = 60;
  const startTimes: number[] = [];
  const batches: (readonly number[])[] = [];
  const keep = batchWrites(
    async (items: readonly number[]) => {
      startTimes.push(performance.now());
      batches.push(items);
      return items;
    },
    { everyMs },
  );
  await keep(1);
  await Promise.all([2, 3, 4].map(keep));
  await keep(5);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  // A timer counts whole milliseconds.
  for (const [n, at] of startTimes.entries())
    if (n > 0) expect(at - (startTimes[n - 1] ?? 0)).toBeGreaterThanOrEqual(everyMs - 2);
});
