import { blend, darker, lighter } from '../colour.ts';
import { circle, type Point, polygon, ribbon } from '../geometry.ts';
import type { Random } from '../random.ts';
import { type Scene, swing } from '../scene.ts';
import { group, line, path } from '../sheet.ts';
import { box, haze } from './lights.ts';

/** Draws the background `room`: a shelf and a lamp. */
export function room(scene: Scene, rng: Random): string {
  const { sheet, traits } = scene;
  const [high, middle, low] = traits.scenery.tones;
  const lamp = traits.scenery.lights[0];
  const k = -traits.light.side;
  const x = 480 + k * 340;
  const shelf = Array.from({ length: 9 }, (_, i) => {
    const h = rng.range(90, 190);
    return path(box(480 - k * 200 - k * i * 40 - 17, 560 - h, 34, h), {
      fill: blend(rng.pick([high, low, middle]), rng.pick(traits.scenery.lights), rng.range(0.15, 0.6)),
    });
  });
  return (
    group(
      [
        path(box(480 - k * 360 - 190, 120, 330, 250), { fill: lighter(middle, 0.25), opacity: 0.55 }),
        path(box(480 - k * 360 - 160, 150, 270, 190), { fill: blend(low, lamp, 0.3), opacity: 0.7 }),
        ...shelf,
        path(box(480 - k * 380 - 240, 560, 480, 22), { fill: darker(low, 0.2) }),
        path(box(-100, 900, 1200, 500), { fill: darker(low, 0.25), opacity: 0.7 }),
        path(
          polygon([
            [x - 80, 360],
            [x + 80, 360],
            [x + 130, 540],
            [x - 130, 540],
          ]),
          { fill: lighter(lamp, 0.45) },
        ),
        path(box(x - 10, 540, 20, 420), { fill: darker(low, 0.4) }),
      ].join(''),
      { filter: sheet.blur(15) },
    ) +
    haze(scene, [x, 470], 520, lamp, 0.6 + 0.05 * swing(scene.time, 1)) +
    haze(scene, [x, 470], 240, lighter(lamp, 0.5), 0.55)
  );
}

/** Draws the background `cafe`: shelves and pendant lamps. */
export function pendants(scene: Scene): string {
  const { sheet, traits, time } = scene;
  const [, middle, low] = traits.scenery.tones;
  const lamp = traits.scenery.lights[0];
  const shelves = [520, 740, 960].map((y, row) =>
    [
      path(box(-60, y, 1100, 16), { fill: darker(low, 0.4), opacity: 0.8 }),
      ...Array.from({ length: 15 }, (_, i) => {
        const h = 60 + ((i * 37 + row * 23) % 70);
        return path(box(-30 + i * 68, y - h, 34, h), {
          fill: blend(
            middle,
            traits.scenery.lights[i % traits.scenery.lights.length] ?? lamp,
            0.2 + ((i * 13) % 5) * 0.08,
          ),
          opacity: 0.75,
        });
      }),
    ].join(''),
  );
  const lamps = [110, 330, 690, 880].map((x, i) => {
    const y = [330, 190, 220, 380][i] ?? 250;
    return (
      line(`M${x} -20V${y}`, darker(low, 0.5), 5, { opacity: 0.7, filter: sheet.blur(3) }) +
      path(
        polygon([
          [x - 18, y - 50],
          [x + 18, y - 50],
          [x + 66, y + 12],
          [x - 66, y + 12],
        ]),
        { fill: darker(low, 0.35), filter: sheet.blur(6) },
      ) +
      path(circle([x, y + 16], 34, 18), { fill: lighter(lamp, 0.7), filter: sheet.blur(7) }) +
      haze(scene, [x, y + 40], 250, lamp, 0.55 + 0.06 * swing(time, 1, i * 0.2))
    );
  });
  return group(shelves.join(''), { filter: sheet.blur(14) }) + lamps.join('');
}

/** Draws the background `studio`: a backdrop with soft lights. */
export function studio(scene: Scene): string {
  const { sheet, traits } = scene;
  const [high, middle] = traits.scenery.tones;
  const k = traits.light.side;
  const lamp = traits.scenery.lights[0];
  return (
    haze(scene, [480 + k * 260, 260], 760, lighter(high, 0.35), 0.6) +
    path(circle([480 - k * 40, 520], 400), {
      fill: sheet.linear(
        [480 + k * 300, 200],
        [480 - k * 300, 900],
        [
          [0, lighter(middle, 0.3)],
          [1, blend(middle, lamp, 0.4)],
        ],
      ),
      opacity: 0.85,
    }) +
    haze(scene, [480 - k * 380, 980], 520, lamp, 0.4 + 0.06 * swing(scene.time, 1))
  );
}

/** Draws the background `window`: panes with daylight, and a plant. */
export function windowPane(scene: Scene, rng: Random): string {
  const { sheet, traits, time } = scene;
  const [high, middle, low] = traits.scenery.tones;
  const k = traits.light.side;
  const x = 480 + k * 250;
  const day = traits.scenery.lights[0];
  const panes = [0, 1].flatMap((col) =>
    [0, 1, 2].map((row) =>
      path(box(x - 190 + col * 196, 40 + row * 250, 180, 234), {
        fill: blend(lighter(day, 0.65 - row * 0.18), high, row * 0.14),
      }),
    ),
  );
  const plant = Array.from({ length: 16 }, (_, i) => {
    const root: Point = [480 - k * 390, 900];
    const angle = -Math.PI / 2 + rng.range(-1.1, 1.1) + swing(time, 1, i * 0.1) * 0.02;
    const length = rng.range(240, 480);
    const tip: Point = [root[0] + Math.cos(angle) * length, root[1] + Math.sin(angle) * length];
    const bend: Point = [root[0] + Math.cos(angle) * length * 0.5 + 30, root[1] + Math.sin(angle) * length * 0.6];
    return path(
      ribbon([root, bend, tip], (t) => 74 * Math.sin(Math.PI * t ** 1.4)),
      { fill: blend('#3f7a52', low, rng.range(0.15, 0.65)) },
    );
  });
  const curtain = [0, 1, 2, 3].map((i) =>
    path(
      ribbon(
        [
          [x + k * (150 + i * 46), -40],
          [x + k * (162 + i * 50), 600],
          [x + k * (150 + i * 56), 1320],
        ],
        () => 44,
      ),
      { fill: lighter(middle, i % 2 ? 0.5 : 0.2), opacity: 0.8 },
    ),
  );
  return (
    group(path(box(x - 214, 10, 440, 800), { fill: lighter(low, 0.1) }) + panes.join('') + curtain.join(''), {
      filter: sheet.blur(13),
    }) +
    haze(scene, [x, 380], 640, lighter(day, 0.5), 0.6) +
    group(plant.join(''), { filter: sheet.blur(10) })
  );
}
