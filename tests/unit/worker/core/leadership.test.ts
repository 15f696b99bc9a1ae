import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CORE_LEFT_OVER_AFTER_MS, CORE_STEP_DOWN_MAX_MS, CORE_TAKE_OVER_AFTER_MS } from '#contract/core-rules.ts';
import { profile } from '../support/profile.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 });

test('the only core leads, and its lock proves to every tab that it runs', async () => {
  const { core, locks, log } = profile();
  const only = core(1);
  await only.alive;
  expect(locks.isHeld('core:core-1')).toBe(true);
  expect(await only.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['core-1 leads']);
});

test('a tab that attaches to a waiting core gets no answer before it leads, and one when it became stale', async () => {
  const { core, locks } = profile();
  const decided: string[] = [];
  const first = core(1, 'first');
  await first.decided;
  const second = core(1, 'second');
  void second.decided.then(() => decided.push('second'));
  await second.alive;
  const asked = second.whenLeading(1);
  vi.advanceTimersByTime(1);
  expect(await asked).toBe(false);
  expect(decided).toEqual([]);
  locks.free('core');
  await second.decided;
  expect(second.role()).toBe('leading');
  core(2, 'newer');
  await until(() => second.role() === 'stale');
  await second.decided;
});

test('the second of two cores of one build waits until the first is gone', async () => {
  const { core, locks, log } = profile();
  const first = core(1, 'first');
  await first.whenLeading(3_000);
  const second = core(1, 'second');
  const asked = second.whenLeading(3_000);
  vi.advanceTimersByTime(3_000);
  expect(await asked).toBe(false);
  expect([first.role(), second.role()]).toEqual(['leading', 'waiting']);
  locks.free('core');
  expect(await second.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['first leads', 'second leads']);
});

test('a newer build takes over: the older ends first, and never leads again', async () => {
  const { core, log } = profile();
  const older = core(1);
  await older.whenLeading(3_000);
  const newer = core(2);
  expect(await newer.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['core-1 leads', 'core-1 stepped down', 'core-2 leads']);
  expect(older.role()).toBe('stale');
  expect(await older.whenLeading(3_000)).toBe(false);
});

test('an older build that starts later learns that it is stale and leaves the newer alone', async () => {
  const { core, log } = profile();
  const newer = core(2);
  await newer.whenLeading(3_000);
  const older = core(1);
  expect(await older.whenLeading(3_000)).toBe(false);
  expect([newer.role(), older.role()]).toEqual(['leading', 'stale']);
  expect(log).toEqual(['core-2 leads']);
});

test('a newer core waits for the older to finish', async () => {
  const { core, log } = profile();
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await core(1, 'older', { down: () => finished }).whenLeading(3_000);
  const newer = core(2, 'newer');
  const early = newer.whenLeading(10);
  vi.advanceTimersByTime(10);
  expect(await early).toBe(false);
  expect(log).toEqual(['older leads']);
  finish();
  expect(await newer.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['older leads', 'older stepped down', 'newer leads']);
});

test('an older core that is superseded while it still starts ends what it started, before the newer leads', async () => {
  const { core, log } = profile();
  let started: () => void = () => {};
  const starting = new Promise<void>((resolve) => {
    started = resolve;
  });
  const older = core(1, 'older', { lead: () => starting });
  await until(() => log.length === 1);
  const newer = core(2, 'newer');
  await until(() => older.role() === 'stale');
  started();
  expect(await newer.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['older leads', 'older stepped down', 'newer leads']);
});

const never = new Promise<void>(() => {});

test.each([
  ['that never finishes stepping down', { down: () => never }],
  ['that fails to step down', { down: () => Promise.reject(new Error('the disk is gone')) }],
])('an older core %s still frees the lock', async (_title, over) => {
  const { core, log } = profile();
  const older = core(1, 'older', over);
  await older.whenLeading(3_000);
  const newer = core(2, 'newer');
  await until(() => older.role() === 'stale');
  await vi.advanceTimersByTimeAsync(CORE_STEP_DOWN_MAX_MS);
  expect(await newer.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['older leads', 'newer leads']);
});

test('an older core that never finishes starting still frees the lock', async () => {
  const { core, log } = profile();
  const older = core(1, 'older', { lead: () => never });
  await until(() => log.length === 1);
  const newer = core(2, 'newer');
  await until(() => older.role() === 'stale');
  await vi.advanceTimersByTimeAsync(CORE_STEP_DOWN_MAX_MS);
  expect(await newer.whenLeading(3_000)).toBe(true);
});

test('an older core continues during a call, however long it is, and then steps down', async () => {
  const { core, log } = profile();
  let hangUp: () => void = () => {};
  const call = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const older = core(1, 'older', { free: () => call });
  await older.whenLeading(3_000);
  const newer = core(2, 'newer');
  await newer.alive;
  await vi.advanceTimersByTimeAsync(10 * CORE_TAKE_OVER_AFTER_MS);
  expect([older.role(), newer.role()]).toEqual(['leading', 'waiting']);
  hangUp();
  expect(await newer.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['older leads', 'older stepped down', 'newer leads']);
});

test('when an older core does not answer, the newer takes the lock, and the older is stale when it wakes', async () => {
  const { core, log } = profile();
  const older = core(1, 'older', {}, true);
  await older.whenLeading(3_000);
  const newer = core(2, 'newer');
  await newer.alive;
  await vi.advanceTimersByTimeAsync(CORE_TAKE_OVER_AFTER_MS - 1);
  expect(newer.role()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await newer.whenLeading(3_000)).toBe(true);
  await until(() => log.length === 3);
  expect(older.role()).toBe('stale');
  expect(log.toSorted()).toEqual(['newer leads', 'older leads', 'older stepped down']);
});

test('no core takes the lock from a core of the same or a newer build', async () => {
  const { core } = profile();
  const first = core(2, 'first', {}, true);
  await first.whenLeading(3_000);
  const [same, older] = [core(2, 'same', {}, true), core(1, 'older', {}, true)];
  await Promise.all([same.alive, older.alive]);
  await vi.advanceTimersByTimeAsync(10 * CORE_TAKE_OVER_AFTER_MS);
  expect([first.role(), same.role(), older.role()]).toEqual(['leading', 'waiting', 'waiting']);
});

test('the core of the next host tab takes over from a core that did not end with its tab, and its pages notice the end', async () => {
  const { core, locks, log } = profile();
  const remnant = core(1, 'remnant', {}, true);
  await remnant.whenLeading(3_000);
  const lost = vi.fn();
  void locks.request('core:remnant', { mode: 'shared' }, lost);
  const next = core(1, 'next', { isSoleHost: true });
  await next.alive;
  await vi.advanceTimersByTimeAsync(CORE_LEFT_OVER_AFTER_MS - 1);
  expect(next.role()).toBe('waiting');
  expect(lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await next.whenLeading(3_000)).toBe(true);
  await until(() => log.includes('remnant stepped down'));
  expect(lost).toHaveBeenCalledOnce();
  expect([remnant.role(), locks.isHeld('core:next')]).toEqual(['stale', true]);
});

test('the core of a host tab waits for a service worker that holds the lock for a moment', async () => {
  const { core, locks } = profile();
  locks.hold('core');
  const next = core(1, 'next', { isSoleHost: true });
  await next.alive;
  await vi.advanceTimersByTimeAsync(10 * CORE_LEFT_OVER_AFTER_MS);
  expect(next.role()).toBe('waiting');
  locks.free('core');
  expect(await next.whenLeading(3_000)).toBe(true);
});

test('the two oldest of three waiting builds give up', async () => {
  const { core, locks, log } = profile();
  locks.hold('core');
  const cores = [core(1), core(3), core(2)];
  await until(() => cores[0]?.role() === 'stale' && cores[2]?.role() === 'stale');
  locks.free('core');
  expect(await cores[1]?.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['core-3 leads']);
});

test.each([
  null,
  'hello',
  7,
  {},
  { type: 'hello' },
  { type: 'hello', build: '9', instance: 'x' },
  { type: 'superseded', build: 9.5 },
  { type: 'hello', build: Number.POSITIVE_INFINITY, instance: 'x' },
  { type: 'other', build: 9 },
  { type: 'hello', build: 9 },
])('invalid data on the channel (%j) makes no core step down', async (data) => {
  const { core, shout, log } = profile();
  const only = core(1);
  await only.whenLeading(3_000);
  shout(data);
  await until(() => true);
  expect([only.role(), log.length]).toEqual(['leading', 1]);
});

test('a command that waits for the lead fails at once when the core turns stale', async () => {
  const { core, locks, shout } = profile();
  locks.hold('core');
  const waiting = core(1);
  const asked = waiting.whenLeading(3_000);
  shout({ type: 'superseded', build: 2 });
  expect(await asked).toBe(false);
});

test('a core that leaves frees the lock for any successor, and never leads again', async () => {
  const { core, log } = profile();
  const first = core(1, 'first');
  await first.whenLeading(3_000);
  await first.leave();
  expect(first.role()).toBe('stale');
  const second = core(1, 'second');
  expect(await second.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['first leads', 'first left', 'second leads']);
});

test('a core that leaves while it waits for the lock is removed from the queue', async () => {
  const { core, log, locks } = profile();
  await core(1, 'first').whenLeading(3_000);
  const second = core(1, 'second');
  await second.alive;
  await second.leave();
  locks.free('core');
  const third = core(1, 'third');
  expect(await third.whenLeading(3_000)).toBe(true);
  expect(log).toEqual(['first leads', 'third leads']);
});
