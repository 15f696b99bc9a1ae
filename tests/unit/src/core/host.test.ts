import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../../../../worker/dedicated.ts?worker&url', () => ({ default: '/dedicated.js' }));
vi.mock('../../../../src/core/leave-page.ts', () => ({ onFreeze() {} }));
vi.mock('../../../../src/core/trusted-url.ts', () => ({ trustedScriptUrl: (url: string) => url }));

class FakeWorker extends EventTarget {
  isRunning = true;
  constructor() {
    super();
    workers.push(this);
  }
  terminate() {
    this.isRunning = false;
  }
}
let workers: FakeWorker[];
/** The waiting requests of the lock, whose first one is granted when another tab releases it. */
let line: (() => Promise<void>)[];

beforeEach(() => {
  workers = [];
  line = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', { locks: { request: async (_name: string, run: () => Promise<void>) => line.push(run) } });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const open = () => import('../../../../src/core/host.ts');

test('a tab that began to host keeps its core when the end of the core of another tab is reported', async () => {
  const host = await open();
  host.hostDedicatedCore();
  const coreOfOtherTab = host.hostedCore();
  void line.shift()?.();
  host.dropDedicatedCore(coreOfOtherTab);
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([true]);
});

test('a tab gives up its core and hosts a new one when the core has ended', async () => {
  const host = await open();
  host.hostDedicatedCore();
  const over = line.shift()?.();
  host.dropDedicatedCore(host.hostedCore());
  await over;
  host.hostDedicatedCore();
  void line.shift()?.();
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false, true]);
});

test('a tab releases the lock when the script of its worker does not load, and keeps a worker that throws', async () => {
  const host = await open();
  host.hostDedicatedCore();
  const over = line.shift()?.();
  workers[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'thrown' }));
  expect(workers[0]?.isRunning).toBe(true);
  workers[0]?.dispatchEvent(new Event('error'));
  await over;
  expect([workers[0]?.isRunning, host.hostedCore()]).toEqual([false, undefined]);
});
