import { blend } from '../colour.ts';
import { along, type Curve, clamp, type Point, ribbon, smooth } from '../geometry.ts';
import { random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { path } from '../sheet.ts';
import { castShadow, flyaways, type Hair, lock, parting, points, type Root } from './kit.ts';
import { crown } from './long.ts';

const SIDES = [1, -1] as const;

/** Draws hair that is parted and laid over the ears to the nape: the base of low buns and braids. */
export function swept(scene: Scene, volume = 1): Hair {
  const { traits } = scene;
  const { part, tone } = traits.hair;
  const both = SIDES.map((side) => {
    const p = part * side;
    const inner: readonly Root[] = [
      [p - 3, -204, 96],
      [p + (52 - p * 0.4), -170, 100],
      [108, -128, 86],
      [146, -66, 62],
      [166, -10, 34],
      [180, 40, 0],
      [176, 92, -20],
    ];
    const outer: readonly Root[] = [
      [p - 4, -264 - volume * 6, 30],
      [p * 0.5 + 76, -280, 16],
      [146, -250, 0],
      [188 + volume * 4, -176, -10],
      [208 + volume * 4, -76, -16],
      [206 + volume * 2, 30, -20],
      [168, 128, -26],
    ];
    return { side, inner: points(scene, inner, side), outer: points(scene, outer, side) };
  });
  const near = both.map(({ side, inner, outer }) => {
    const lit = side === traits.light.side;
    const seed = traits.seed * 17 + side;
    return (
      lock(scene, inner, outer, {
        seed,
        pieces: 6,
        wave: 4,
        turns: 1,
        taper: 0.12,
        shine: lit ? 1.15 : 0.85,
        rim: !lit,
        gloss: [0.2, 0.5],
      }) + flyaways(scene, outer, 5, seed)
    );
  });
  if (part > 0) near.reverse();
  const shadows = both.map(({ inner, outer }) => smooth([...inner, ...[...outer].reverse()])).join('');
  return {
    back: '',
    front: path(crown(scene), { fill: blend(tone.base, tone.dark, 0.5) }) + near.join('') + parting(scene, part),
    shadow: castShadow(scene, shadows),
  };
}

/** Draws hair that is drawn back from the whole hairline to the crown: the base of high ponytails, top knots and half-up hair. */
export function upswept(scene: Scene, volume = 1): Hair {
  const { traits } = scene;
  const { tone } = traits.hair;
  const v = volume * 8;
  // From the hairline, over the side of the head, to where it is gathered.
  const combed: readonly (readonly Root[])[] = [
    [
      [0, -184, 104],
      [1, -214, 86],
      [1, -244, 58],
      [0, -270 - v, 26],
      [0, -284 - v, 6],
    ],
    [
      [62, -172, 100],
      [62, -212, 84],
      [50, -246, 56],
      [26, -272 - v, 26],
      [8, -284 - v, 6],
    ],
    [
      [112, -136, 84],
      [118, -184, 70],
      [98, -232, 46],
      [56, -268 - v, 20],
      [14, -284 - v, 4],
    ],
    [
      [146, -78, 58],
      [160, -142, 46],
      [140, -212, 28],
      [84, -264 - v, 12],
      [20, -286 - v, 2],
    ],
    [
      [164, -14, 32],
      [186, -96, 18],
      [172, -188, 8],
      [108, -258 - v, 4],
      [26, -288 - v, 0],
    ],
    [
      [176, 60, -12],
      [202, -40, -12],
      [192, -160, -8],
      [124, -254 - v, 0],
      [30, -292 - v, 0],
    ],
  ];
  const both = SIDES.map((side) => {
    const lines = combed.map((roots) => points(scene, roots, side));
    return { side, lines };
  });
  const near = both.map(({ side, lines }) => {
    const lit = side === traits.light.side;
    return lines
      .slice(1)
      .map((outer, i) =>
        lock(scene, lines[i] ?? outer, outer, {
          seed: traits.seed * 13 + side * 5 + i,
          pieces: 1,
          taper: 0.02,
          wave: 2,
          strands: 22,
          even: 0.8,
          shine: lit ? 1.1 : 0.8,
          rim: !lit && i === lines.length - 2,
          gloss: [0.25, 0.6],
        }),
      )
      .reverse()
      .join('');
  });
  const cap = smooth(
    points(scene, [
      [-176, 50, -12],
      [-200, -50, -12],
      [-188, -160, -8],
      [-122, -250, 0],
      [0, -284, 6],
      [122, -250, 0],
      [188, -160, -8],
      [200, -50, -12],
      [176, 50, -12],
      [164, -14, 32],
      [146, -78, 58],
      [112, -136, 84],
      [62, -172, 100],
      [0, -184, 104],
      [-62, -172, 100],
      [-112, -136, 84],
      [-146, -78, 58],
      [-164, -14, 32],
    ]),
  );
  return {
    back: '',
    front: path(cap, { fill: blend(tone.base, tone.dark, 0.4) }) + near.join('') + wisps(scene, combed),
    shadow: castShadow(scene, cap),
  };
}

/** Fine short hairs where a combed-back hairline begins: without them it looks like the edge of a cap. */
function wisps(scene: Scene, combed: readonly (readonly Root[])[]): string {
  const { tone } = scene.traits.hair;
  const rng = random(scene.traits.seed * 53);
  const start = (u: number, row: number, side: 1 | -1): Point =>
    along(
      points(
        scene,
        combed.map((roots) => roots[row] ?? [0, 0]),
        side,
      ),
      u,
    );
  return SIDES.flatMap((side) =>
    Array.from({ length: 40 }, () => {
      const u = rng.range(0, 0.95);
      const [x, y] = start(u, 0, side);
      const spine: Curve = [
        [x + rng.range(-4, 4), y + rng.range(0, 11)],
        start(u, 1, side),
        start(clamp(u + rng.range(-0.02, 0.02)), 2, side),
      ];
      return path(
        ribbon(spine, (t) => 3.6 * Math.sin(Math.PI * t)),
        { fill: rng.pick([tone.base, tone.dark, tone.light]), opacity: 0.7 },
      );
    }),
  ).join('');
}

/** Draws a thin lock left out at one temple, which softens a strict style. */
export function tendril(scene: Scene, side: 1 | -1, length = 1): string {
  const low = (y: number) => -60 + (y + 60) * length;
  const inner = points(
    scene,
    [
      [112, -134, 92],
      [138, -60, 80],
      [150, 20, 66],
      [158, low(110), 40],
      [146, low(190), 30],
      [150, low(250), 20],
    ],
    side,
  );
  const outer = points(
    scene,
    [
      [130, -130, 80],
      [166, -60, 60],
      [176, 20, 46],
      [178, low(110), 24],
      [172, low(190), 20],
      [154, low(262), 16],
    ],
    side,
  );
  return lock(scene, inner, outer, {
    seed: scene.traits.seed * 3 + side,
    pieces: 2,
    wave: 7,
    turns: 1.6,
    taper: 0.5,
    strands: 5,
    shine: side === scene.traits.light.side ? 1.1 : 0.8,
  });
}
