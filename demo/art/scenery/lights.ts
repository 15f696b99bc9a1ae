import { type Colour, darker, lighter } from '../colour.ts';
import { circle, type Point, polygon, smooth } from '../geometry.ts';
import type { Random } from '../random.ts';
import { type Scene, swing } from '../scene.ts';
import { group, line, path } from '../sheet.ts';

/** SVG path data of a rectangle. */
export const box = (x: number, y: number, w: number, h: number) =>
  polygon([
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]);

/** Draws a radial glow that fades to transparent at `radius`. */
export function haze({ sheet }: Scene, at: Point, radius: number, colour: Colour, opacity: number): string {
  const fill = sheet.radial(at, radius, [
    [0, colour, opacity],
    [1, colour, 0],
  ]);
  return path(circle(at, radius), { fill });
}

/** Draws `count` out-of-focus lights with radii and heights in the ranges: flat discs, a little brighter at the edge, like lens bokeh. */
export function bokeh(scene: Scene, rng: Random, count: number, [small, large]: Point, [top, bottom]: Point): string {
  const { sheet, traits, time } = scene;
  const discs = Array.from({ length: count }, (_, i) => {
    const side = rng.next() > 0.5 ? 1 : -1;
    const r = rng.range(small, large);
    const x = 480 + side * rng.range(120, 520) + swing(time, 1, i * 0.37) * 9;
    const y = rng.range(top, bottom) + swing(time, 1, i * 0.21 + 0.25) * 6;
    const colour = rng.pick(traits.scenery.lights);
    const level = rng.range(0.28, 0.75) * (1 + 0.25 * swing(time, 1 + (i % 2), i * 0.13));
    const fill = sheet.radial([x, y], r, [
      [0, lighter(colour, 0.2), level * 0.62],
      [0.8, colour, level * 0.75],
      [0.93, lighter(colour, 0.4), level],
      [1, colour, 0],
    ]);
    return path(circle([x, y], r), { fill });
  });
  return group(discs.join(''), { filter: sheet.blur(2.5), style: 'mix-blend-mode:screen' });
}

/** Draws the background `fairy`: strings of small bulbs. */
export function strings(scene: Scene, rng: Random): string {
  const { sheet, traits, time } = scene;
  const parts: string[] = [];
  const bulbs: string[] = [];
  for (let row = 0; row < 5; row++) {
    const y = 60 + row * 190;
    const sag = rng.range(60, 130);
    const wire = Array.from(
      { length: 13 },
      (_, i): Point => [-40 + i * 88, y + sag * Math.sin((i / 12) * Math.PI) + rng.range(-8, 8)],
    );
    bulbs.push(line(smooth(wire, false), darker(traits.scenery.tones[2], 0.3), 4, { opacity: 0.6 }));
    wire.forEach(([x, by], i) => {
      const colour = rng.pick(traits.scenery.lights);
      const level = 0.75 + 0.25 * swing(time, 1 + (i % 2), i * 0.31 + row * 0.2);
      parts.push(haze(scene, [x, by + 14], 62, colour, 0.55 * level));
      bulbs.push(path(circle([x, by + 14], 15), { fill: lighter(colour, 0.55), opacity: 0.9 * level }));
    });
  }
  return parts.join('') + group(bulbs.join(''), { filter: sheet.blur(4) });
}

/** Draws the background `stage`: neon tubes. */
export function tubes(scene: Scene): string {
  const { sheet, traits, time } = scene;
  const { lights } = traits.scenery;
  // Grouped per layer: the blur of a single upright line would be clipped at its narrow box.
  const layers = (
    [
      [90, 0.45, 44, 0],
      [26, 0.9, 8, 0],
      [9, 1, 4, 0.8],
    ] as const
  ).map(([width, opacity, blur, white]) => {
    const lines = [70, 230, 740, 900].map((x, i) => {
      const colour = lighter(lights[i % lights.length] ?? lights[0], white);
      const lean = (i % 2 ? 1 : -1) * 50;
      const level = 0.85 + 0.15 * swing(time, 1, i * 0.25);
      const tube: Point[] = [
        [x, 40 + (i % 3) * 90],
        [x + lean, 820],
      ];
      return line(smooth(tube, false), colour, width, { opacity: opacity * level });
    });
    return group(lines.join(''), { filter: sheet.blur(blur) });
  });
  return layers.join('');
}
