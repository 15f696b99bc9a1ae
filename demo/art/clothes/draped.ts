import { blend, type Colour, darker, lighter } from '../colour.ts';
import { type Curve, circle, type Point, ribbon, sample, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { group, path } from '../sheet.ts';

/** Draws the loose end of a sari over one shoulder. */
export function pallu({ pose, sheet, traits }: Scene, colour: Colour): string {
  const b = pose.body;
  const s = traits.light.side;
  const gold = traits.jewels.metal;
  const inner: Curve = [b(s * 150, 396), b(s * 110, 520), b(-s * 40, 680), b(-s * 250, 800), b(-s * 420, 880)];
  const outer: Curve = [b(s * 330, 446), b(s * 372, 560), b(s * 330, 760), b(s * 200, 960), b(-s * 200, 1000)];
  const shape = smooth([...sample(inner, 14), ...sample(outer, 14).reverse()]);
  const pleat = (u: number): Curve =>
    inner.map(([x, y], i): Point => {
      const [ox, oy] = outer[i] ?? [x, y];
      return [x + (ox - x) * u, y + (oy - y) * u];
    });
  const pleats = [0.25, 0.42, 0.6, 0.78].map(
    (u) =>
      path(
        ribbon(pleat(u), () => 16),
        { fill: darker(colour, 0.7), opacity: 0.4, filter: sheet.blur(6) },
      ) +
      path(
        ribbon(pleat(u + 0.07), () => 9),
        { fill: lighter(colour, 0.5), opacity: 0.45, filter: sheet.blur(4) },
      ),
  );
  const dots = sample(pleat(0.06), 24).map((at) => path(circle(at, 3.4), { fill: blend(gold, '#7a2020', 0.25) }));
  return (
    path(shape, { fill: '#000000', opacity: 0.4, filter: sheet.blur(10) }) +
    path(shape, {
      fill: sheet.linear(b(s * 330, 440), b(-s * 300, 900), [
        [0, lighter(colour, 0.25)],
        [0.4, colour],
        [1, darker(colour, 0.5)],
      ]),
    }) +
    group(pleats.join(''), { 'clip-path': sheet.clip(shape) }) +
    path(
      ribbon(pleat(0.06), () => 26),
      { fill: gold, opacity: 0.9 },
    ) +
    dots.join('')
  );
}

/** Draws soft folds below the neckline of the outfit `drape`. */
export function cowl({ pose, sheet }: Scene, colour: Colour): string {
  const b = pose.body;
  return [0, 1, 2]
    .map((i) => {
      const y = 606 + i * 46;
      const spine = [
        b(-196 + i * 10, 440 + i * 40),
        b(-120, y - 40),
        b(0, y + 18),
        b(120, y - 40),
        b(196 - i * 10, 440 + i * 40),
      ];
      const lit = spine.map(([x, py]): Point => [x, py - 15]);
      return (
        path(
          ribbon(spine, (t) => 22 * Math.sin(Math.PI * t)),
          { fill: darker(colour, 0.7), opacity: 0.5, filter: sheet.blur(7) },
        ) +
        path(
          ribbon(lit, (t) => 15 * Math.sin(Math.PI * t)),
          { fill: lighter(colour, 0.65), opacity: 0.6, filter: sheet.blur(5) },
        )
      );
    })
    .join('');
}

/** Draws the ruffle along the neckline of the outfit `offshoulder`. */
export function ruffle(scene: Scene, colour: Colour): string {
  const { pose, sheet } = scene;
  const b = pose.body;
  const top = sample(
    [
      b(-410, 556),
      b(-374, 512),
      b(-250, 516),
      b(-110, 548),
      b(0, 562),
      b(110, 548),
      b(250, 516),
      b(374, 512),
      b(410, 556),
    ],
    25,
  );
  const bottom = top.map(([x, y], i): Point => [x * 1.0, y + 96 + (i % 2 ? 9 : -5)]);
  const shape = smooth([...top, ...bottom.reverse()]);
  const pleats = top
    .filter((_, i) => i % 2 === 0)
    .map(([x, y]) =>
      path(
        ribbon(
          [
            [x, y + 8],
            [x + 3, y + 50],
            [x - 2, y + 92],
          ],
          (t) => 4 + 9 * t,
        ),
        { fill: darker(colour, 0.6), opacity: 0.35, filter: sheet.blur(4) },
      ),
    );
  return (
    path(shape, { fill: '#000000', opacity: 0.4, filter: sheet.blur(9), transform: 'translate(0 9)' }) +
    path(shape, {
      fill: sheet.linear(b(0, 520), b(0, 660), [
        [0, lighter(colour, 0.2)],
        [1, darker(colour, 0.12)],
      ]),
    }) +
    group(pleats.join(''), { 'clip-path': sheet.clip(shape) })
  );
}

/** Draws the edge of the wrapped front of the outfit `wrap`. */
export function overlap({ pose, sheet }: Scene, colour: Colour): string {
  const b = pose.body;
  const edge = [b(-176, 404), b(-128, 480), b(-40, 610), b(90, 740), b(250, 850)];
  return (
    path(
      ribbon(edge, () => 20),
      { fill: '#000000', opacity: 0.35, filter: sheet.blur(9) },
    ) +
    path(
      ribbon(edge, (t) => 9 + 4 * t),
      { fill: lighter(colour, 0.2) },
    )
  );
}

/** Draws the shoulder straps of the outfit `slip`. */
export function straps({ pose }: Scene, colour: Colour): string {
  const b = pose.body;
  return ([1, -1] as const)
    .map((s) =>
      path(
        ribbon([b(s * 200, 423), b(s * 205, 464), b(s * 196, 514)], () => 9),
        { fill: lighter(colour, 0.1) },
      ),
    )
    .join('');
}
