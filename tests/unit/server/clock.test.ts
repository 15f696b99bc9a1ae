import { expect, test } from 'vitest';
import { createServerClock, warnOfClock, warnOfJump } from '../../../server/platform/clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-12-01T12:00:00Z');

/** A machine whose clock can be set while it runs. */
function machine() {
  let ran = 0;
  let offset = START;
  const clock = createServerClock(
    () => offset + ran,
    () => ran,
  );
  return { clock, run: (ms: number) => (ran += ms), set: (by: number) => (offset += by) };
}

test.each([-HOUR, -DAY, -1])('the clock of a server runs on when the machine is set by %i ms', (by) => {
  const { clock, run, set } = machine();
  run(1_000);
  const before = clock.now();
  expect(warnOfClock(clock)).toBeUndefined();
  set(by);
  expect(clock.now()).toBe(before);
  run(60_000);
  expect(clock.now()).toBe(before + 60_000);
  expect(clock.machineBehindMs()).toBe(-by);
  if (by < -1) expect(warnOfClock(clock)).toContain('was set back');
  else expect(warnOfClock(clock)).toBeUndefined();
});

test('the clock of a server follows a machine that is set forward, and does not go back with it', () => {
  const { clock, run, set } = machine();
  set(HOUR);
  expect(clock.now()).toBe(START + HOUR);
  set(-HOUR);
  run(10);
  expect(clock.now()).toBe(START + HOUR + 10);
});

test('a clock that was set forward is reported for an hour, and time that passes is not', () => {
  const { clock, run, set } = machine();
  run(5 * HOUR);
  expect([clock.jumpedMs(), warnOfJump(clock)]).toEqual([0, undefined]);
  set(HOUR);
  expect(warnOfJump(clock)).toContain('jumped 3600 s forward');
  run(HOUR - 1);
  expect(clock.jumpedMs()).toBe(HOUR);
  run(1);
  expect(warnOfJump(clock)).toBeUndefined();
});

test('the clock of a server that starts after the machine was set back continues from the newest stored time', () => {
  const { clock, run } = machine();
  clock.advanceTo(START + HOUR);
  run(5);
  expect(clock.now()).toBe(START + HOUR + 5);
  clock.advanceTo(START);
  clock.advanceTo(Number.NEGATIVE_INFINITY);
  expect(clock.now()).toBe(START + HOUR + 5);
});

test('each time of the clock is a whole number of ms, and never less than the one before', () => {
  let ran = 0;
  const clock = createServerClock(
    () => START + Math.sin(ran) * HOUR,
    () => ran,
  );
  let last = 0;
  for (; ran < 500; ran += 0.7) {
    const time = clock.now();
    expect(Number.isInteger(time)).toBe(true);
    expect(time).toBeGreaterThanOrEqual(last);
    last = time;
  }
});
