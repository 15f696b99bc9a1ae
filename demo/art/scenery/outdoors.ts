import { blend, type Colour, darker, lighter } from '../colour.ts';
import { circle, type Point, ribbon, smooth } from '../geometry.ts';
import type { Random } from '../random.ts';
import { type Scene, swing } from '../scene.ts';
import { group, path } from '../sheet.ts';
import { box, haze } from './lights.ts';

/** Draws the background `city`: towers with lit windows. */
export function skyline({ sheet, traits }: Scene, rng: Random): string {
  const [, middle, low] = traits.scenery.tones;
  const parts: string[] = [];
  for (let i = 0; i < 10; i++) {
    const x = -40 + i * 105 + rng.range(-20, 20);
    const y = rng.range(240, 640);
    const w = rng.range(90, 150);
    parts.push(path(box(x, y, w, 1200), { fill: blend(low, middle, rng.range(0.1, 0.5)), opacity: 0.8 }));
    for (let n = 0; n < 14; n++) {
      const lamp = rng.pick(traits.scenery.lights);
      parts.push(
        path(box(x + rng.range(8, w - 24), y + rng.range(20, 700), 16, 20), {
          fill: lamp,
          opacity: rng.range(0.3, 0.85),
        }),
      );
    }
  }
  return group(parts.join(''), { filter: sheet.blur(11) });
}

/** Draws the background `garden`: two layers of blurred leaves. */
export function leaves({ sheet, traits, time }: Scene, rng: Random): string {
  const [high, middle, low] = traits.scenery.tones;
  const layer = (count: number, blur: number, size: number, dark: number) =>
    group(
      Array.from({ length: count }, (_, i) => {
        const side = rng.next() > 0.5 ? 1 : -1;
        const x = 480 + side * rng.range(170, 540);
        const y = rng.range(-40, 1250);
        const angle = rng.range(0, Math.PI * 2) + swing(time, 1, i * 0.17) * 0.06;
        const length = size * rng.range(0.6, 1.3);
        const tip: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
        const bend: Point = [x + Math.cos(angle + 0.25) * length * 0.5, y + Math.sin(angle + 0.25) * length * 0.5];
        const colour = darker(
          blend(rng.pick([high, middle, low]), rng.pick(traits.scenery.lights), rng.range(0, 0.35)),
          dark * rng.next(),
        );
        return path(
          ribbon([[x, y], bend, tip], (t) => length * 0.42 * Math.sin(Math.PI * t)),
          { fill: colour, opacity: 0.9 },
        );
      }).join(''),
      { filter: sheet.blur(blur) },
    );
  return layer(46, 20, 240, 0.6) + layer(26, 9, 190, 0.35);
}

/** Draws the background `sunset`: a low sun behind hills. */
export function sun(scene: Scene): string {
  const { sheet, traits } = scene;
  const [, middle, low] = traits.scenery.tones;
  const at: Point = [480 - traits.light.side * 230, 560];
  const hills = (y: number, bump: number, colour: Colour) =>
    path(
      smooth([
        [-200, y + 60],
        [60, y - bump],
        [330, y + 20],
        [620, y - bump * 0.7],
        [900, y + 10],
        [1160, y - bump * 0.5],
        [1160, 1500],
        [-200, 1500],
      ]),
      { fill: colour, filter: sheet.blur(14) },
    );
  return (
    haze(scene, at, 640, lighter(traits.scenery.lights[0], 0.3), 0.75) +
    path(circle(at, 92), { fill: lighter(traits.scenery.lights[0], 0.75), filter: sheet.blur(9) }) +
    hills(700, 90, blend(middle, low, 0.5)) +
    hills(850, 60, low)
  );
}

/** Draws the background `sea`: water with waves, and a beach. */
export function sea({ sheet, traits, time }: Scene, rng: Random): string {
  const [, middle, low] = traits.scenery.tones;
  const waves = Array.from({ length: 40 }, (_, i) => {
    const y = 640 + rng.range(0, 320);
    const x = rng.range(-60, 960) + swing(time, 1, i * 0.13) * 14;
    return path(box(x, y, rng.range(60, 220), 6), { fill: lighter(middle, 0.7), opacity: rng.range(0.2, 0.6) });
  });
  return (
    path(box(-200, 630, 1400, 360), {
      fill: sheet.linear(
        [0, 630],
        [0, 990],
        [
          [0, blend(middle, low, 0.35)],
          [1, low],
        ],
      ),
      filter: sheet.blur(6),
    }) +
    group(waves.join(''), { filter: sheet.blur(4) }) +
    path(
      smooth([
        [-200, 1010],
        [300, 960],
        [700, 990],
        [1200, 940],
        [1200, 1500],
        [-200, 1500],
      ]),
      { fill: blend('#e8cfa8', low, 0.3), filter: sheet.blur(14) },
    )
  );
}
