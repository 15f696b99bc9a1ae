import { describe, expect, test } from 'vitest';
import {
  brightnessOf,
  createFrameWatch,
  FRAMES_WINDOW_MS,
  LIFT_MAX,
  liftOf,
  nextLift,
  SLOW_FRAME_MS,
} from '../../../../../src/media/camera/effect-rules.ts';

/** Reports frames, one after another, of which each takes `tookMs`; returns whether the watch found them slow. */
function isSlow(watch: ReturnType<typeof createFrameWatch>, from: number, tookMs: readonly number[]): boolean {
  let at = from;
  const verdicts = tookMs.map((took) => {
    at += Math.max(took, 50);
    return watch(at, took);
  });
  return verdicts.some(Boolean);
}
const frames = (tookMs: number, count: number) => Array.from({ length: count }, () => tookMs);

describe('the watch of the frames', () => {
  test('frames suffer when most of a window take too long, and only at its end', () => {
    const watch = createFrameWatch();
    const took = SLOW_FRAME_MS + 10;
    const count = Math.floor(FRAMES_WINDOW_MS / took);
    expect(isSlow(watch, 0, frames(took, count - 1))).toBe(false);
    expect(isSlow(watch, took * (count - 1), frames(took, 3))).toBe(true);
  });

  test('frames that are fast enough, with a few long pauses, do not suffer', () => {
    const some = frames(20, 400).map((took, index) => (index % 10 === 0 ? 400 : took));
    expect(isSlow(createFrameWatch(), 0, some)).toBe(false);
  });

  test('a window in which the device slept says nothing, and the next one is measured', () => {
    const watch = createFrameWatch();
    expect(watch(100, 100)).toBe(false);
    expect(watch(100 + 10 * FRAMES_WINDOW_MS, 9 * FRAMES_WINDOW_MS)).toBe(false);
    expect(isSlow(watch, 100 + 10 * FRAMES_WINDOW_MS, frames(100, 60))).toBe(true);
  });

  test('a device so slow that it finishes only a few frames is slow', () => {
    expect(isSlow(createFrameWatch(), 0, frames(1_500, 5))).toBe(true);
  });
});

describe('the brightening of a dark picture', () => {
  const picture = (...rgb: number[]) => Uint8ClampedArray.from(Array.from({ length: 64 }, () => [...rgb, 255]).flat());

  test('brightness is the mean luma, and a picture without pixels counts as bright', () => {
    expect(brightnessOf(picture(255, 255, 255))).toBeCloseTo(1);
    expect(brightnessOf(picture(0, 0, 0))).toBe(0);
    expect(brightnessOf(picture(0, 255, 0))).toBeCloseTo(0.7152);
    expect(brightnessOf([])).toBe(1);
  });

  test('a bright picture is left alone, and a darker one is brightened more, up to a limit', () => {
    const lifts = [1, 0.5, 0.36, 0.3, 0.2, 0.1, 0].map(liftOf);
    expect(lifts.slice(0, 3)).toEqual([0, 0, 0]);
    expect(lifts).toEqual([...lifts].sort((a, b) => a - b));
    expect(lifts.slice(-2)).toEqual([LIFT_MAX, LIFT_MAX]);
  });

  test('a light that goes off brightens the picture step by step', () => {
    const first = nextLift(0, 0.1);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(LIFT_MAX / 4);
    const settled = Array.from({ length: 60 }).reduce<number>((lift) => nextLift(lift, 0.1), 0);
    expect(settled).toBeCloseTo(LIFT_MAX, 2);
  });
});
