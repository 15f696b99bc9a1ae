import { ease } from './geometry.ts';
import type { Pose } from './pose.ts';
import type { Sheet } from './sheet.ts';
import type { Traits } from './traits.ts';

/**
 * Input of all drawing functions of one picture, created by `portrait`. `time` is the phase of the loop, 0..1; 0 and 1 are the same
 * picture.
 */
export type Scene = {
  readonly sheet: Sheet;
  readonly traits: Traits;
  readonly pose: Pose;
  readonly time: number;
  /** 0 open, 1 closed. */
  readonly blink: number;
};

/** A sine wave (-1..1) over the loop, for movements; whole numbers of `turns` make it seamless. */
export const swing = (time: number, turns: number, phase = 0): number => Math.sin((time * turns + phase) * Math.PI * 2);

/**
 * How closed the eyes are (0..1) at a phase of the loop: they blink twice, at times that depend on the person's seed, never at the loop's
 * start.
 */
export function blinkAt(time: number, seed: number): number {
  const moments = [0.22 + ((seed * 0.618) % 1) * 0.2, 0.64 + ((seed * 0.414) % 1) * 0.2];
  const nearest = Math.min(...moments.map((moment) => Math.abs(time - moment)));
  return 1 - ease(0.004, 0.032, nearest);
}
