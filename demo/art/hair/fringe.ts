import { blend } from '../colour.ts';
import { type Curve, sample, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { path } from '../sheet.ts';
import { castShadow, type Hair, lock, points } from './kit.ts';

/** Adds a fringe over the forehead to the brows, in soft pieces, to the hairstyle `hair`. */
export function fringe(scene: Scene, hair: Hair, seed = 3): Hair {
  const left = points(scene, [
    [-20, -262, 40],
    [-70, -236, 78],
    [-112, -160, 92],
    [-142, -80, 74],
    [-156, -20, 60],
  ]);
  const middleLeft = points(scene, [
    [-8, -264, 44],
    [-30, -230, 90],
    [-44, -160, 116],
    [-48, -90, 124],
    [-46, -46, 126],
  ]);
  const middleRight = points(scene, [
    [8, -264, 44],
    [30, -230, 90],
    [44, -160, 116],
    [48, -90, 124],
    [46, -46, 126],
  ]);
  const right = points(scene, [
    [20, -262, 40],
    [70, -236, 78],
    [112, -160, 92],
    [142, -80, 74],
    [156, -20, 60],
  ]);
  const s = scene.traits.seed * 11 + seed;
  const k = scene.traits.light.side;
  const options = { wave: 3, turns: 1, taper: 0.3, gloss: [0.35, 0.62] as const, strands: 8 };
  const cut = (curve: Curve) => sample(curve, 8, 0, 0.84);
  const under = smooth([...cut(left), ...cut(middleLeft).reverse(), ...cut(middleRight), ...cut(right).reverse()]);
  const { tone } = scene.traits.hair;
  const pieces =
    path(under, { fill: blend(tone.base, tone.dark, 0.35) }) +
    lock(scene, middleLeft, left, { ...options, seed: s, pieces: 7, shine: k < 0 ? 1.1 : 0.85 }) +
    lock(scene, middleRight, right, { ...options, seed: s + 1, pieces: 7, shine: k > 0 ? 1.1 : 0.85 }) +
    lock(scene, middleLeft, middleRight, { ...options, seed: s + 2, pieces: 6, shine: 1 });
  return {
    ...hair,
    front: hair.front + pieces,
    shadow:
      hair.shadow +
      castShadow(scene, smooth([...left, ...[...middleLeft].reverse(), ...middleRight, ...[...right].reverse()])),
  };
}

/** Draws short hair, its top laid across the forehead to `side`. */
export function pixie(scene: Scene, side: 1 | -1): Hair {
  const s = scene.traits.seed * 29;
  const k = scene.traits.light.side;
  const at = (list: Parameters<typeof points>[1]) => points(scene, list, side);
  const shortInner = at([
    [-96, -186, 80],
    [-138, -120, 66],
    [-162, -50, 40],
    [-170, 20, 14],
    [-166, 70, 0],
  ]);
  const shortOuter = at([
    [-70, -270, 20],
    [-160, -232, 0],
    [-202, -130, -10],
    [-206, -20, -14],
    [-178, 70, -16],
  ]);
  const longInner = at([
    [-96, -190, 84],
    [-30, -186, 108],
    [52, -160, 112],
    [120, -104, 88],
    [156, -36, 56],
  ]);
  const longOuter = at([
    [-84, -268, 14],
    [10, -308, 16],
    [126, -284, 6],
    [196, -196, -4],
    [206, -60, 6],
  ]);
  const farInner = at([
    [120, -140, 70],
    [152, -90, 56],
    [166, -20, 36],
    [172, 30, 12],
    [166, 84, 2],
  ]);
  const farOuter = at([
    [130, -270, 0],
    [192, -200, -8],
    [208, -100, -12],
    [206, 0, -14],
    [176, 88, -14],
  ]);
  const lit = side === k;
  return {
    back: '',
    front:
      lock(scene, farInner, farOuter, { seed: s, pieces: 5, taper: 0.3, wave: 4, shine: lit ? 0.9 : 0.6, rim: !lit }) +
      lock(scene, shortInner, shortOuter, {
        seed: s + 1,
        pieces: 5,
        taper: 0.3,
        wave: 4,
        shine: lit ? 0.7 : 1,
        rim: lit,
      }) +
      lock(scene, longInner, longOuter, {
        seed: s + 2,
        pieces: 7,
        taper: 0.28,
        wave: 7,
        turns: 1.2,
        shine: 1.1,
        gloss: [0.25, 0.6],
      }),
    shadow: castShadow(
      scene,
      smooth([...longInner, ...[...longOuter].reverse()]) + smooth([...shortInner, ...[...shortOuter].reverse()]),
    ),
  };
}
