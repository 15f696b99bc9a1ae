import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CORE_RESTS_AFTER_MS } from '#contract/core-rules.ts';
import { createIdleShutdown } from '../../../../worker/core/rest.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function core(over: { waits?: () => Promise<boolean>; idle?: () => Promise<void> } = {}) {
  const world = { tabs: 0, ends: 0 };
  const rest = createIdleShutdown({
    hasTabs: () => world.tabs > 0,
    idle: async () => {},
    waits: async () => false,
    ...over,
    async end() {
      world.ends += 1;
    },
  });
  return { world, ...rest };
}
const pass = (ms = CORE_RESTS_AFTER_MS) => vi.advanceTimersByTimeAsync(ms);

test('a core without a first tab ends by itself', async () => {
  const { world } = core();
  await pass(CORE_RESTS_AFTER_MS - 1);
  expect(world.ends).toBe(0);
  await pass(1);
  expect(world.ends).toBe(1);
});

test('a core runs as long as any tab, and longer for a reload', async () => {
  const { world, scheduleCheck: follow } = core();
  world.tabs = 1;
  await pass(10 * CORE_RESTS_AFTER_MS);
  world.tabs = 0;
  follow();
  await pass(CORE_RESTS_AFTER_MS - 1);
  world.tabs = 1;
  await pass(CORE_RESTS_AFTER_MS);
  expect(world.ends).toBe(0);
  world.tabs = 0;
  follow();
  await pass();
  expect(world.ends).toBe(1);
});

test('a tab that attached and closed restarts the full wait', async () => {
  const { world, scheduleCheck: follow } = core();
  await pass(CORE_RESTS_AFTER_MS - 1);
  follow();
  await pass(CORE_RESTS_AFTER_MS - 1);
  expect(world.ends).toBe(0);
  await pass(1);
  expect(world.ends).toBe(1);
});

test('a core with unsent data stays until it is sent', async () => {
  let waits = true;
  const { world } = core({ waits: async () => waits });
  await pass(5 * CORE_RESTS_AFTER_MS);
  expect(world.ends).toBe(0);
  waits = false;
  await pass();
  expect(world.ends).toBe(1);
});

test('a core with a failed database has nothing to send', async () => {
  const { world } = core({ waits: () => Promise.reject(new Error('the disk is gone')) });
  await pass();
  expect(world.ends).toBe(1);
});

test.each([
  ['a call ends', 'idle'],
  ['it looks at what waits', 'waits'],
] as const)('a tab that attaches while %s keeps the core', async (_title, name) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { world } = core(name === 'idle' ? { idle: () => promise } : { waits: () => promise.then(() => false) });
  await pass();
  world.tabs = 1;
  resolve();
  await pass(10 * CORE_RESTS_AFTER_MS);
  expect(world.ends).toBe(0);
});
