import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../../contract/durations.ts';
import { createServerClock, createStoredClock } from '../../../../worker/base/clock.ts';
import { freshApp, session } from '../support/databases.ts';

const NOON = Date.UTC(2026, 2, 14, 12);

test.each([-DAY_MS, DAY_MS])("a device %i ms off knows the server's time after one answer", (off) => {
  let device = NOON + off;
  const clock = createServerClock(() => device);
  clock.learn(NOON + 50, device, device + 100);
  expect(clock.now()).toBe(NOON);
  device += 1_000;
  expect(clock.now()).toBe(NOON + 1_000);
});

test('a device that is nearly right keeps its own clock, because an HTTP date has whole seconds', () => {
  const clock = createServerClock(() => NOON);
  clock.learn(NOON - 2_000, NOON, NOON);
  expect(clock.now()).toBe(NOON);
  clock.learn(NOON - 2_001, NOON, NOON);
  expect(clock.now()).toBe(NOON - 2_001);
});

test('a device whose clock is corrected uses its own clock again', () => {
  let device = NOON + DAY_MS;
  const clock = createServerClock(() => device);
  clock.learn(NOON, device, device);
  device = NOON;
  clock.learn(NOON, device, device);
  expect(clock.now()).toBe(NOON);
});

test('an answer without a date changes nothing, and the time is always whole milliseconds', () => {
  const clock = createServerClock(() => NOON);
  for (const nonsense of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    clock.learn(nonsense, NOON, NOON);
    expect(clock.now()).toBe(NOON);
  }
  fc.assert(
    fc.property(fc.integer(), fc.nat(10_000), (server, took) => {
      clock.learn(server, NOON, NOON + took);
      expect(Number.isInteger(clock.now())).toBe(true);
    }),
  );
});

test('the time of the gate is used to the millisecond, and a coarser answer after it changes nothing', () => {
  const clock = createServerClock(() => NOON);
  clock.learn(NOON + 700, NOON - 2, NOON + 2, 'fine');
  expect(clock.now()).toBe(NOON + 700);
  clock.learn(NOON, NOON, NOON);
  expect(clock.now()).toBe(NOON + 700);
});

test('a change of the server clock offset is reported when it exceeds the tolerance', () => {
  const told: number[] = [];
  const clock = createServerClock(
    () => 0,
    (ahead) => told.push(ahead),
  );
  clock.learn(1_000, 0, 0, 'fine');
  expect(told).toEqual([]);
  clock.learn(60_000, 0, 0);
  clock.learn(60_500, 0, 0, 'fine');
  clock.learn(0, 0, 0);
  expect(told).toEqual([60_000, 0]);
});

test('a restored offset counts until the clock learns, and does not undo what it has learned', () => {
  const told: number[] = [];
  const clock = createServerClock(
    () => NOON,
    (ahead) => told.push(ahead),
  );
  clock.restore(-DAY_MS);
  expect(clock.now()).toBe(NOON - DAY_MS);
  clock.learn(NOON, NOON, NOON, 'fine');
  clock.restore(-DAY_MS);
  expect([clock.now(), told]).toEqual([NOON, [0]]);
});

test('a core without a line dates messages by the offset that the last core learned', async () => {
  const app = freshApp();
  let isSignedIn = true;
  const open = () => createStoredClock(app, async () => (isSignedIn ? session : undefined));
  vi.spyOn(Date, 'now').mockReturnValue(NOON + DAY_MS);
  const first = open();
  await first.load();
  expect(first.now()).toBe(NOON + DAY_MS);
  first.learn(NOON, NOON + DAY_MS, NOON + DAY_MS, 'fine');
  await vi.waitFor(async () => expect(await app.state.get('clock')).toEqual({ key: 'clock', ahead: -DAY_MS }));

  const next = open();
  await next.load();
  expect(next.now()).toBe(NOON);
  isSignedIn = false;
  await app.state.clear();
  next.learn(NOON + DAY_MS, NOON + DAY_MS, NOON + DAY_MS, 'fine');
  expect(next.now()).toBe(NOON + DAY_MS);
  expect(await app.state.get('clock')).toBeUndefined();
  vi.restoreAllMocks();
});
