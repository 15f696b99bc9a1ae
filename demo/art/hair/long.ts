import { blend } from '../colour.ts';
import { type Curve, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { path } from '../sheet.ts';
import { castShadow, flyaways, type Hair, type LockOptions, lock, parting, points, type Root } from './kit.ts';

/** Parameters of hair that hangs loose, for `long`. */
export type Fall = {
  /** Length and distance from the head, as factors of chest-long hair. */
  readonly length: number;
  readonly volume: number;
  readonly wave: number;
  readonly turns: number;
  readonly pieces: number;
  /** Per side (right, left): 1 over the shoulder in front, 0 behind it. */
  readonly forward: readonly [number, number];
  /** Overlap of the hair with the corners of the forehead; 0: none. */
  readonly drape?: number;
  readonly taper?: number;
  /** Pixels the ends turn in under the chin. */
  readonly curlIn?: number;
};

/** Both edges of one side, in head coordinates: along the face, and the silhouette. */
function edges(fall: Fall, part: number, side: 1 | -1): { inner: readonly Root[]; outer: readonly Root[] } {
  const ahead = fall.forward[side === 1 ? 0 : 1] ?? 1;
  const { volume, length, drape = 0, curlIn = 0 } = fall;
  const p = part * side;
  const top = 0.8 + volume * 0.2;
  const wide = 0.72 + volume * 0.28;
  const low = (y: number) => 140 + (y - 140) * length;
  return {
    inner: [
      [p - 3, -206, 96],
      [p + (52 - p * 0.4), -174 + drape * 20, 100],
      [116 - drape * 14, -128 + drape * 16, 86],
      [150 - drape * 10, -62 + drape * 8, 62],
      [163 - drape * 4, 20, 44],
      [157, 90, 30],
      [148, low(190), 10],
      [152 + 10 * ahead - curlIn * 0.3, low(310), 0],
      [166 - 18 * ahead - curlIn * 0.7, low(450), 0],
      [184 - 50 * ahead - curlIn, low(620), 0],
    ],
    outer: [
      [p - 4, -262 - volume * 6, 30],
      [p * 0.5 + 74, -284 * (0.97 + volume * 0.03), 16],
      [146 * top, -256, 0],
      [196 * top, -186, -10],
      [222 * top, -80, -10],
      [232 * (0.76 + volume * 0.24), 50, -10],
      [246 * wide, low(180), -6],
      [264 * wide, low(310), 0],
      [276 * wide - curlIn * 0.4, low(450), 0],
      [256 * (0.75 + volume * 0.25) - curlIn, low(640), 0],
    ],
  };
}

/** Draws hair that hangs loose, long or short: both sides from a parting, and the mass behind the neck. The base of most loose styles. */
export function long(scene: Scene, fall: Fall): Hair {
  const { traits } = scene;
  const { tone, part } = traits.hair;
  const both = ([1, -1] as const).map((side) => {
    const { inner, outer } = edges(fall, part, side);
    return { side, inner: points(scene, inner, side), outer: points(scene, outer, side) };
  });
  const { wave, turns, pieces, taper = 0.3 } = fall;
  const options = (seed: number): LockOptions => ({ seed: traits.seed * 31 + seed, wave, turns, pieces, taper });
  const near = both.map(({ side, inner, outer }) => {
    const lit = side === traits.light.side;
    return (
      lock(scene, inner, outer, {
        ...options(side + 5),
        phase: side * 0.13 + 0.05,
        shine: 0.35,
        pieces: 1,
        strands: 26,
        taper: Math.min(0.14, taper),
      }) +
      lock(scene, inner, outer, { ...options(side + 9), phase: side * 0.13 + 0.16, shine: 0.45, pieces: 4 }) +
      lock(scene, inner, outer, { ...options(side + 2), phase: side * 0.13, shine: lit ? 1.15 : 0.85, rim: !lit }) +
      flyaways(scene, outer, 6, traits.seed + side)
    );
  });
  // The side with more hair overlaps the parting.
  if (part > 0) near.reverse();
  const shadows = both.map(({ inner, outer }) => smooth([...inner.slice(0, 8), ...outer.slice(0, 8).reverse()]));
  return {
    back: behind(scene, fall),
    front: path(crown(scene), { fill: blend(tone.base, tone.dark, 0.5) }) + near.join('') + parting(scene, part),
    shadow: castShadow(scene, shadows.join('')),
  };
}

/** SVG path data of the skull below the locks; filling it closes the gaps between them. */
export const crown = (scene: Scene): string =>
  smooth(
    points(scene, [
      [-165, -190],
      [-120, -250, 10],
      [0, -272, 24],
      [120, -250, 10],
      [165, -190],
      [110, -190, 40],
      [0, -200, 80],
      [-110, -190, 40],
    ]),
  );

/** Draws the mass of long hair behind the neck. */
export function behind(
  scene: Scene,
  { volume, length, wave, turns }: Pick<Fall, 'volume' | 'length' | 'wave' | 'turns'>,
): string {
  const low = (y: number) => 140 + (y - 140) * length;
  const wide = 0.74 + volume * 0.26;
  const side = (s: 1 | -1) => {
    const inner: Curve = points(
      scene,
      [
        [0, -240],
        [0, -100],
        [0, 100],
        [0, low(300)],
        [0, low(560)],
      ],
      s,
    );
    const outer: Curve = points(
      scene,
      [
        [40, -250],
        [172 * (0.8 + volume * 0.2), -150],
        [206 * wide, 60],
        [240 * wide, low(300)],
        [236 * wide, low(590)],
      ],
      s,
    );
    return lock(scene, inner, outer, {
      seed: scene.traits.seed * 7 + s,
      pieces: 6,
      shine: 0.08,
      wave: wave * 0.8,
      turns,
      innerFirst: true,
      taper: 0.25,
    });
  };
  return side(1) + side(-1);
}
