import { blend } from '../colour.ts';
import { type Curve, mix, type Point, ribbon, smooth } from '../geometry.ts';
import { random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { group, path } from '../sheet.ts';
import { lock, points } from './kit.ts';

/** Draws a bun, arcs wound around its middle, at head coordinates. */
export function bun(scene: Scene, x: number, y: number, radius: number): string {
  const { sheet, traits } = scene;
  const { tone } = traits.hair;
  const rng = random(traits.seed * 5 + radius);
  const centre = scene.pose.hair(x, y, 0);
  const k = traits.light.side;
  const fill = sheet.radial([centre[0] + k * radius * 0.35, centre[1] - radius * 0.4], radius * 1.5, [
    [0, tone.light],
    [0.4, tone.base],
    [1, tone.dark],
  ]);
  const edge: Point[] = Array.from({ length: 14 }, (_, i) => {
    const a = (i / 14) * Math.PI * 2;
    const r = radius * rng.range(0.95, 1.06);
    return [centre[0] + Math.cos(a) * r * 1.08, centre[1] + Math.sin(a) * r * 0.92];
  });
  const arcs = Array.from({ length: 46 }, (_, i) => {
    const start = rng.range(0, Math.PI * 2);
    const r = radius * Math.sqrt(rng.range(0.05, 1));
    const arc: Point[] = Array.from({ length: 7 }, (_, n) => {
      const a = start + (n / 6) * rng.range(1.2, 2);
      const rr = r * mix(1, 0.8, n / 6);
      return [centre[0] + Math.cos(a) * rr * 1.08, centre[1] + Math.sin(a) * rr * 0.92];
    });
    const width = rng.range(1.5, 6);
    const colour = i % 3 === 0 ? tone.dark : i % 3 === 1 ? tone.light : tone.gloss;
    return path(
      ribbon(arc, (t) => width * Math.sin(Math.PI * t)),
      { fill: colour, opacity: i % 3 === 2 ? 0.35 : 0.5 },
    );
  });
  const shape = smooth(edge);
  return path(shape, { fill }) + group(arcs.join(''), { 'clip-path': sheet.clip(shape) });
}

/** Draws a ponytail, gathered at the crown and falling to one side behind the shoulder. */
export function tail(scene: Scene, side: 1 | -1, wave: number): string {
  const inner = points(
    scene,
    [
      [10, -262],
      [70, -300],
      [130, -230],
      [170, -60],
      [176, 120],
      [166, 280],
      [150, 420],
      [150, 520],
    ],
    side,
  );
  const outer = points(
    scene,
    [
      [-20, -286],
      [60, -352],
      [190, -316],
      [262, -140],
      [292, 60],
      [300, 250],
      [276, 420],
      [220, 590],
    ],
    side,
  );
  const seed = scene.traits.seed * 19;
  const shine = side === scene.traits.light.side ? 1.1 : 0.85;
  return (
    lock(scene, inner, outer, { seed, pieces: 4, wave: wave * 0.8, turns: 1.8, shine: 0.4, taper: 0.3, phase: 0.2 }) +
    lock(scene, inner, outer, {
      seed: seed + 1,
      pieces: 7,
      wave,
      turns: 1.8,
      shine,
      taper: 0.35,
      rim: shine < 1,
      gloss: [0.1, 0.3],
    })
  );
}

/** Draws a braid over one shoulder, between two points: leaves that alternate left and right. */
export function braid(scene: Scene, side: 1 | -1, from: Point, to: Point, width: number): string {
  const { sheet, traits, pose } = scene;
  const { tone } = traits.hair;
  const rng = random(traits.seed * 23);
  const count = 11;
  const parts: string[] = [];
  for (let i = 0; i < count * 2; i++) {
    const t = i / (count * 2);
    const hand = i % 2 === 0 ? 1 : -1;
    const w = width * mix(1, 0.55, t) * Math.min(1, 0.6 + t * 3);
    const x = mix(from[0], to[0], t) + Math.sin(t * 3) * 14;
    const y = mix(from[1], to[1], t);
    const step = ((to[1] - from[1]) / count) * 0.98;
    const at = (dx: number, dy: number) => pose.hair(side * (x + dx), y + dy, 0);
    const leaf: Curve = [
      at(hand * w * 0.5, -step * 0.55),
      at(hand * w * 1.02, -step * 0.05),
      at(hand * w * 0.86, step * 0.5),
      at(-hand * w * 0.16, step * 1.02),
      at(-hand * w * 0.2, step * 0.35),
      at(hand * w * 0.1, -step * 0.3),
    ];
    const shape = smooth(leaf);
    const fill = sheet.linear(at(hand * w, 0), at(-hand * w * 0.3, step), [
      [0, blend(tone.base, tone.dark, 0.3)],
      [0.35, blend(tone.base, tone.light, side * hand === traits.light.side ? 0.75 : 0.45)],
      [1, tone.dark],
    ]);
    const hairs = Array.from({ length: 6 }, (_, n) => {
      const u = (n + 0.5) / 6;
      const spine = [
        at(hand * w * mix(0.2, 0.9, u), -step * 0.4),
        at(hand * w * mix(0.1, 0.92, u), step * 0.2),
        at(-hand * w * 0.1, step * mix(0.55, 0.95, u)),
      ];
      return path(
        ribbon(spine, (v) => rng.range(1.2, 3.2) * Math.sin(Math.PI * v)),
        { fill: n % 2 ? tone.gloss : tone.dark, opacity: n % 2 ? 0.35 : 0.45 },
      );
    });
    parts.push(path(shape, { fill }) + group(hairs.join(''), { 'clip-path': sheet.clip(shape) }));
  }
  const tip = (dx: number, dy: number) => pose.hair(side * (to[0] + 6 + dx), to[1] + dy, 0);
  const w = width * 0.55;
  parts.push(
    lock(scene, [tip(-w, 0), tip(-w * 1.2, 30), tip(-4, 84)], [tip(w, 0), tip(w * 1.2, 30), tip(6, 92)], {
      seed: 4,
      pieces: 3,
      taper: 0.5,
    }),
  );
  return parts.join('');
}
