import { blend } from '../colour.ts';
import { type Curve, clamp, type Point, ribbon, smooth } from '../geometry.ts';
import { type Random, random } from '../random.ts';
import { type Scene, swing } from '../scene.ts';
import { path } from '../sheet.ts';
import { castShadow, type Hair, points, type Root } from './kit.ts';

type Mass = {
  readonly outline: Curve;
  readonly seed: number;
  readonly curls: number;
  readonly size: number;
  readonly shine: number;
};

/** Number of curls along each segment of the outline. */
const ALONG = 16;

function inside([x, y]: Point, outline: Curve): boolean {
  let odd = false;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

/** Draws the curls within an outline and along it: many small coils, lighter towards the key light and at the far rim. */
function mass(scene: Scene, { outline, seed, curls, size, shine }: Mass): string {
  const { sheet, traits, time } = scene;
  const { tone } = traits.hair;
  const { light } = traits;
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [rx, ry] = [(box.right - box.left) / 2, (box.bottom - box.top) / 2];
  const fill = sheet.linear(
    [middle[0] + light.side * rx, box.top],
    [middle[0] - light.side * rx, box.bottom],
    [
      [0, blend(tone.dark, tone.light, 0.1 + 0.3 * shine)],
      [1, blend(tone.dark, tone.base, 0.6)],
    ],
  );
  const parts = [path(smooth(outline), { fill })];
  const draw = (rng: Random, x: number, y: number, r: number) => {
    const start = rng.range(0, Math.PI * 2);
    const spin = rng.next() > 0.5 ? 1 : -1;
    const sway = swing(time, 1, x / 400) * 1.5;
    const coil: Point[] = Array.from({ length: 9 }, (_, n) => {
      const a = start + spin * (n / 8) * 4.6;
      const rr = r * (1 - n * 0.07);
      return [x + sway + Math.cos(a) * rr, y + Math.sin(a) * rr * 0.9];
    });
    const facing =
      ((x - middle[0]) / rx) * light.side * 0.5 - ((y - middle[1]) / ry) * 0.45 + 0.42 + rng.range(-0.22, 0.22);
    const lit = clamp(facing) * shine * 0.9;
    const width = r * rng.range(0.26, 0.46);
    const own =
      lit < 0.2 ? tone.dark : blend(tone.base, lit > 0.8 ? blend(tone.light, tone.gloss, 0.22) : tone.light, lit);
    // The coils at the far edge catch the second light.
    const edgeward = clamp((((x - middle[0]) / rx) * -light.side - 0.72) * 2.8) * shine;
    const colour = blend(own, light.rim, edgeward * rng.range(0.1, 0.75));
    return path(
      ribbon(coil, (t) => width * (0.3 + 0.7 * Math.sin(Math.PI * t)), 12),
      { fill: colour, opacity: 0.85 },
    );
  };
  // Every curl has a generator of its own: one that comes into view in a clip must not change all the others.
  for (let i = 0; i < curls; i++) {
    const rng = random(seed * 4000 + i);
    const at: Point = [rng.range(box.left, box.right), rng.range(box.top, box.bottom)];
    if (inside(at, outline)) parts.push(draw(rng, at[0], at[1], size * rng.range(0.6, 1.15)));
  }
  const edge: string[] = [];
  outline.forEach(([x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length] ?? [x, y];
    for (let n = 0; n < ALONG; n++) {
      const t = n / ALONG;
      const rng = random(seed * 4000 + 3000 + i * ALONG + n);
      edge.push(
        draw(
          rng,
          x + (nx - x) * t + rng.range(-6, 6),
          y + (ny - y) * t + rng.range(-6, 6),
          size * rng.range(0.55, 0.95),
        ),
      );
    }
  });
  // The outline is curls too: some behind the mass, some over it.
  return edge.filter((_, i) => i % 2 === 0).join('') + parts.join('') + edge.filter((_, i) => i % 2 === 1).join('');
}

const mirrored = (half: readonly Root[]): Root[] => [...half].reverse().map(([x, y, z = 0]): Root => [-x, y, z]);
const mirror = (half: readonly Root[]): Root[] => [...half, ...mirrored(half)];

/**
 * Draws round, free curls. `size` is a factor of their width; `down` is where they end below the eyes; `flare` makes them wider there and
 * narrower at the crown.
 */
export function afro(scene: Scene, size: number, down: number, flare = 0): Hair {
  const widen = (y: number) => 1 + flare * clamp((y + 40) / 260, -1, 1);
  const grow = (half: readonly Root[], factor: number) =>
    mirror(half.map(([x, y, z = 0]) => [x * factor * widen(y), y < 0 ? y * (0.55 + factor * 0.45) : y, z]));
  const back = points(
    scene,
    grow(
      [
        [0, -352],
        [120, -334],
        [214, -262],
        [262, -140],
        [270, 0],
        [248, down * 0.6],
        [200, down],
        [110, down * 1.04],
      ],
      size,
    ),
  );
  const cap: readonly Root[] = [
    [0, -330, 20],
    [110, -312, 16],
    [190, -244, 6],
    [222, -140],
    [216, -40],
    [196, 60, -10],
  ];
  const hairline: readonly Root[] = [
    [172, 30, 20],
    [160, -50, 54],
    [132, -122, 84],
    [70, -164, 102],
  ];
  const half = [
    ...cap.map(([x, y, z = 0]): Root => [x * size * 0.98 * widen(y), y < 0 ? y * (0.55 + size * 0.45) : y, z]),
    ...hairline,
  ];
  const top = points(scene, [...half, [0, -174, 106], ...mirrored(half).slice(0, -1)]);
  const seed = scene.traits.seed * 41;
  return {
    back: mass(scene, { outline: back, seed, curls: 1300, size: 16, shine: 0.75 }),
    front: mass(scene, { outline: top, seed: seed + 1, curls: 1700, size: 15, shine: 1 }),
    shadow: castShadow(scene, smooth(top)),
  };
}
