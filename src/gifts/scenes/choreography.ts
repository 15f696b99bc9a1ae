import type { Ink } from './colours.ts';

/** Size of a gift animation, from small to full screen. It follows the type of the gift. */
export type SceneSize = 'pop' | 'side' | 'full';

/** Shapes of the particles in a gift animation. */
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

/** Motions of the particles in a gift animation: from the centre of the gift or across the whole scene. */
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

/** A group of particles of a gift animation that share shape and motion. */
export type Swarm = {
  readonly shape: Shape;
  readonly flight: Flight;
  readonly inks: readonly Ink[];
  readonly many: number;
  /** Smallest and largest radius, in percent of the shorter side of the scene. */
  readonly size: readonly [number, number];
  /** Start times of the first and the last particle, as fractions of the duration. Default 0.08 to 0.5. */
  readonly leave?: readonly [number, number];
  /** Lifetime of a particle, as a fraction of the duration. Default 0.45. */
  readonly life?: number;
  /** Drawn behind the gift. */
  readonly behind?: true;
};

/** Name of a layer of a gift animation that is painted behind gift and particles. */
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

/**
 * Motion of the gift in its animation, as keyframes: `at` are times from 0 to 1; positions are in widths of the gift, `turn` in
 * degrees.
 */
export type Path = {
  readonly at: readonly number[];
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly scale?: readonly number[];
  readonly turn?: readonly number[];
  /** The gift flies across the whole scene; see `crossing`. */
  readonly crosses?: true;
};

/** Description of a gift animation: the gift's motion, the layers behind it and the particles. */
export type Choreography = {
  readonly path: Path;
  readonly backdrops: readonly Backdrop[];
  readonly swarms: readonly Swarm[];
};

/** Duration of a gift animation by its size, ms. */
export const DURATION_MS: Readonly<Record<SceneSize, number>> = { pop: 1_200, side: 2_000, full: 3_500 };
