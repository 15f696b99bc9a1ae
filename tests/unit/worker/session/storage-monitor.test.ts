import { expect, test } from 'vitest';
import type { StorageNews } from '../../../../contract/storage-news.ts';
import { createStorageMonitor } from '../../../../worker/session/storage-monitor.ts';

const named = (name: string) => Object.assign(new Error('no'), { name });

/** A monitor of databases whose probes end as listed, and then succeed. A test runs its timers. */
function start(...probes: readonly (string | undefined)[]) {
  const told: StorageNews[] = [];
  const waits: number[] = [];
  const timers: (() => void)[] = [];
  const left = [...probes];
  let [emptied, back, probed] = [0, 0, 0];
  const monitor = createStorageMonitor({
    async probe() {
      probed += 1;
      const failure = left.shift();
      if (failure !== undefined) throw named(failure);
    },
    post: (one) => told.push(one),
    async makeRoom() {
      emptied += 1;
    },
    onBack() {
      back += 1;
    },
    later(ms, run) {
      waits.push(ms);
      timers.push(run);
      return () => {};
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...monitor,
    told,
    waits,
    counts: () => ({ emptied, back, probed }),
    settle,
    async tick() {
      for (const run of timers.splice(0)) run();
      await settle();
    },
  };
}

test('failing databases are reported after each probe from the second on and cleaned once, and the pauses between probes grow', async () => {
  const { failed, told, waits, counts, settle, tick } = start('UnknownError', 'UnknownError', 'UnknownError');
  failed(named('UnknownError'));
  await settle();
  for (let n = 0; n < 3; n += 1) await tick();
  expect(told).toEqual(['fails', 'fails', 'works']);
  expect(waits).toEqual([50, 100, 200]);
  expect(counts()).toEqual({ emptied: 1, back: 1, probed: 4 });
});

test('a full device is reported as full', async () => {
  const { failed, told, settle, tick } = start('QuotaExceededError', 'QuotaExceededError');
  failed(named('QuotaExceededError'));
  await settle();
  await tick();
  expect(told).toEqual(['full']);
});

test('a failure that the second probe does not confirm is not reported, and work continues', async () => {
  const { failed, told, counts, settle, tick } = start('UnknownError');
  failed(named('UnknownError'));
  await settle();
  await tick();
  expect([told, counts()]).toEqual([[], { emptied: 1, back: 1, probed: 2 }]);
});

test('a failure is not reported when the first probe succeeds, and an error of another kind is not probed', async () => {
  const { failed, told, counts, settle } = start();
  failed(named('TypeError'));
  failed(named('AbortError'));
  await settle();
  expect([told, counts()]).toEqual([[], { emptied: 0, back: 0, probed: 1 }]);
});

test('work continues once when the browser has closed the databases and they open again', async () => {
  const { closed, told, counts, tick } = start();
  closed();
  closed();
  await tick();
  expect([told, counts()]).toEqual([[], { emptied: 0, back: 1, probed: 1 }]);
});

test('a monitor that was stopped neither probes nor continues work', async () => {
  const { failed, stop, counts, settle, tick } = start('UnknownError');
  failed(named('UnknownError'));
  await settle();
  stop();
  await tick();
  failed(named('UnknownError'));
  await settle();
  expect(counts()).toMatchObject({ back: 0 });
});
