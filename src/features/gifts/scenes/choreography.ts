import type { Ink } from './colours.ts';

export type SceneSize = 'pop' | 'side' | 'full';

/** Things that fly. */
export type Shape =
  | 'heart'
  | 'star'
  | 'dot'
  | 'glow'
  | 'petal'
  | 'leaf'
  | 'paper'
  | 'sprinkle'
  | 'note'
  | 'puff'
  | 'ring'
  | 'gem'
  | 'lantern'
  | 'balloon'
  | 'gull'
  | 'bubble';

/** How they fly, from the middle of the gift or over the whole scene. */
export type Flight =
  | 'burst'
  | 'fountain'
  | 'rise'
  | 'steam'
  | 'fall'
  | 'drift'
  | 'orbit'
  | 'spread'
  | 'cross'
  | 'mist'
  | 'melody';

export type Swarm = {
  readonly shape: Shape;
  readonly flight: Flight;
  readonly inks: readonly Ink[];
  readonly many: number;
  /** Least and greatest radius, in hundredths of the scene's shorter side. */
  readonly size: readonly [number, number];
  /** When the first and the last of them leave, of 1. Default 0.08 to 0.5. */
  readonly leave?: readonly [number, number];
  /** How long one lives, of 1. Default 0.45. */
  readonly life?: number;
  /** Behind the gift. */
  readonly behind?: true;
};

/** What is painted behind it all. */
export type Backdrop =
  | 'halo'
  | 'dusk'
  | 'rays'
  | 'rings'
  | 'water'
  | 'sea'
  | 'meadow'
  | 'bulbs'
  | 'rockets'
  | 'staff'
  | 'curtains'
  | 'rainbow'
  | 'tail'
  | 'spiral'
  | 'stars';

/** Where the gift is at these moments: places and size in its own width, turns in degrees. */
export type Path = {
  readonly at: readonly number[];
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly scale?: readonly number[];
  readonly turn?: readonly number[];
  /** It flies across the whole scene. */
  readonly crosses?: true;
};

export type Choreography = {
  readonly path: Path;
  readonly backdrops: readonly Backdrop[];
  readonly swarms: readonly Swarm[];
};

export const DURATION_MS: Readonly<Record<SceneSize, number>> = { pop: 1_200, side: 2_000, full: 3_500 };
