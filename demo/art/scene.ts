import { ease } from './geometry.ts';
import type { Pose } from './pose.ts';
import type { Sheet } from './sheet.ts';
import type { Traits } from './traits.ts';

/** Shared input of all parts of the picture. `time` is the phase of the loop, 0..1; 0 and 1 are the same picture. */
export type Scene = {
  readonly sheet: Sheet;
  readonly traits: Traits;
  readonly pose: Pose;
  readonly time: number;
  /** 0 open, 1 closed. */
  readonly blink: number;
};

/** A wave over the loop: whole numbers of `turns` keep it seamless. */
export const swing = (time: number, turns: number, phase = 0): number => Math.sin((time * turns + phase) * Math.PI * 2);

/** Blink, 0..1: twice per loop, at times that depend on the person, never at the loop's start. */
export function blinkAt(time: number, seed: number): number {
  const moments = [0.22 + ((seed * 0.618) % 1) * 0.2, 0.64 + ((seed * 0.414) % 1) * 0.2];
  const nearest = Math.min(...moments.map((moment) => Math.abs(time - moment)));
  return 1 - ease(0.004, 0.032, nearest);
}
