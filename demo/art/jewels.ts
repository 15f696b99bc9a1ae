import { darker, lighter } from './colour.ts';
import { type Curve, circle, type Point, sample, smooth } from './geometry.ts';
import { type Scene, swing } from './scene.ts';
import { group, line, path } from './sheet.ts';

const SIDES = [1, -1] as const;

/** Draws the necklace of the person, if any; its ends are behind the neck. */
export function necklace({ pose, sheet, traits }: Scene): string {
  const b = pose.body;
  const { neck, metal } = traits.jewels;
  // From behind the neck, so that the ends are never seen.
  const half = (drop: number, s: 1 | -1): Curve => [
    b(s * 84, 346),
    b(s * (84 + drop * 0.06), 372 + drop * 0.3),
    b(s * (52 + drop * 0.06), 372 + drop * 0.84),
  ];
  const chain = (drop: number): Curve => [...half(drop, -1), b(0, 372 + drop), ...half(drop, 1).toReversed()];
  const thread = (points: Curve, width: number) =>
    line(
      smooth(
        points.map(([x, y]): Point => [x + 2, y + 5]),
        false,
      ),
      traits.skin.deep,
      width + 1,
      { opacity: 0.35, filter: sheet.blur(2.5) },
    ) +
    line(smooth(points, false), darker(metal, 0.25), width) +
    line(smooth(points, false), lighter(metal, 0.5), width * 0.45, { 'stroke-dasharray': '3 4' });
  const beads = (points: Curve, count: number, radius: number, colour: `#${string}`) =>
    sample(points, count)
      .slice(1, -1)
      .map(
        (at) =>
          path(circle([at[0], at[1] + 4], radius), { fill: traits.skin.deep, opacity: 0.3 }) +
          pearl(at, radius, colour),
      )
      .join('');
  const pearl = (at: Point, radius: number, colour: `#${string}`) =>
    path(circle(at, radius), {
      fill: sheet.radial([at[0] + traits.light.side * radius * 0.35, at[1] - radius * 0.4], radius * 1.5, [
        [0, '#ffffff'],
        [0.4, colour],
        [1, darker(colour, 0.5)],
      ]),
    });
  switch (neck) {
    case 'none':
      return '';
    case 'chain':
      return thread(chain(112), 3);
    case 'pendant':
      return (
        thread(chain(150), 2.6) +
        pearl(b(0, 536), 12, lighter(traits.scenery.lights[0], 0.2)) +
        line(circle(b(0, 536), 12), metal, 2.5)
      );
    case 'pearls':
      return beads(chain(92), 27, 8.5, '#f3e6dc');
    case 'choker':
      return (
        line(
          smooth([b(-76, 326), b(-42, 349), b(0, 356), b(42, 349), b(76, 326)], false),
          darker(traits.outfit.main, 0.6),
          13,
        ) + pearl(b(0, 368), 9, metal)
      );
    case 'layers':
      return (
        thread(chain(84), 2.4) + thread(chain(158), 2.8) + beads(chain(158), 9, 4.5, metal) + pearl(b(0, 540), 9, metal)
      );
  }
}

/** Draws one earring, if any. `portrait` calls it twice: the one on the far side (`far`) is drawn before the face, the other after it. */
export function earrings({ pose, sheet, traits, time }: Scene, far: boolean): string {
  const { ears, metal } = traits.jewels;
  const gold = (at: Point, size: number) =>
    sheet.linear(
      [at[0] - size, at[1] - size],
      [at[0] + size, at[1] + size],
      [
        [0, lighter(metal, 0.75)],
        [0.45, metal],
        [1, darker(metal, 0.55)],
      ],
    );
  const one = (side: 1 | -1): string => {
    const [x, y] = pose.hair(side * 187 * traits.face.width, 82, -20);
    const sway = swing(time, 2, side * 0.1) * 2;
    const drop = (dy: number): Point => [x + (sway * dy) / 40, y + dy];
    switch (ears) {
      case 'none':
        return '';
      case 'stud':
        return (
          path(circle([x, y], 7), { fill: gold([x, y], 7) }) + path(circle([x - 2, y - 2], 2), { fill: '#ffffff' })
        );
      case 'pearl':
        return path(circle(drop(5), 11), {
          fill: sheet.radial([x + traits.light.side * 4, y], 16, [
            [0, '#ffffff'],
            [0.5, '#efe0d6'],
            [1, '#9a837f'],
          ]),
        });
      case 'hoop':
        return (
          line(circle(drop(36), 30, 37), `${gold(drop(36), 30)}`, 6) +
          line(circle(drop(36), 30, 37), '#ffffff', 1.4, { opacity: 0.5, 'stroke-dasharray': '26 200' })
        );
      case 'drop':
        return (
          line(smooth([[x, y], drop(34)], false), metal, 2.6) +
          path(smooth([drop(28), [drop(52)[0] + 11, drop(52)[1]], drop(68), [drop(52)[0] - 11, drop(52)[1]]]), {
            fill: gold(drop(50), 16),
          }) +
          path(circle(drop(48), 3), { fill: '#ffffff', opacity: 0.8 })
        );
      case 'jhumka': {
        const [bx, by] = drop(26);
        const bell = smooth([
          [bx - 4, by - 12],
          [bx + 4, by - 12],
          [bx + 20, by + 6],
          [bx + 25, by + 22],
          [bx, by + 27],
          [bx - 25, by + 22],
          [bx - 20, by + 6],
        ]);
        const fringe = [-18, -9, 0, 9, 18].map((dx) =>
          path(circle([bx + dx, by + 32 - Math.abs(dx) * 0.12], 4), { fill: gold([bx + dx, by + 32], 4) }),
        );
        return (
          path(circle([x, y], 9), { fill: gold([x, y], 9) }) +
          path(bell, { fill: gold([bx, by], 22) }) +
          line(
            smooth(
              [
                [bx - 22, by + 12],
                [bx, by + 17],
                [bx + 22, by + 12],
              ],
              false,
            ),
            darker(metal, 0.5),
            2,
            { opacity: 0.6 },
          ) +
          fringe.join('')
        );
      }
    }
  };
  const away = pose.turn.yaw > 0 ? 1 : -1;
  return one(far ? away : away === 1 ? -1 : 1);
}

/** Draws the glasses of the person; empty without. */
export function glasses({ pose, sheet, traits }: Scene): string {
  const kind = traits.extras.glasses;
  if (!kind) return '';
  const colour = kind === 'round' ? darker(traits.jewels.metal, 0.2) : '#2a1c22';
  const width = kind === 'round' ? 5 : 8.5;
  const f = (x: number, y: number) => pose.face(x, y, 12);
  const parts = SIDES.map((side) => {
    const rim: Curve =
      kind === 'round'
        ? Array.from(
            { length: 12 },
            (_, i): Point => f(side * (88 + Math.cos((i / 6) * Math.PI) * 64), 10 + Math.sin((i / 6) * Math.PI) * 60),
          )
        : kind === 'cat'
          ? [
              f(side * 26, -16),
              f(side * 80, -34),
              f(side * 146, -44),
              f(side * 160, -26),
              f(side * 144, 34),
              f(side * 90, 54),
              f(side * 38, 38),
            ]
          : [
              f(side * 26, -22),
              f(side * 80, -34),
              f(side * 142, -30),
              f(side * 154, -6),
              f(side * 144, 42),
              f(side * 92, 56),
              f(side * 38, 46),
              f(side * 26, 14),
            ];
    const shape = smooth(rim);
    const shine = sheet.linear(f(side * 88 - 60, -50), f(side * 88 + 60, 60), [
      [0, '#ffffff', 0.3],
      [0.35, '#ffffff', 0.04],
      [0.5, '#ffffff', 0.14],
      [0.56, '#ffffff', 0.02],
      [1, '#ffffff', 0.08],
    ]);
    return (
      line(shape, traits.skin.deep, width + 3, { opacity: 0.4, filter: sheet.blur(4), transform: 'translate(0 9)' }) +
      path(shape, { fill: shine }) +
      line(shape, colour, width) +
      line(shape, '#ffffff', 1.5, { opacity: 0.35, 'stroke-dasharray': '60 300' }) +
      line(smooth([f(side * 152, -8), pose.hair(side * 186, -16, 0)], false), colour, width)
    );
  });
  return parts.join('') + line(smooth([f(-27, -2), pose.face(0, -10, 18), f(27, -2)], false), colour, width);
}

/** Draws the bindi on the person's forehead; empty without. */
export function bindi({ pose, traits, sheet }: Scene): string {
  const colour = traits.extras.bindi;
  if (!colour) return '';
  const at = pose.face(0, -62, 6);
  return group(
    path(circle(at, 6.5), { fill: colour }) +
      path(circle([at[0] - 1.5, at[1] - 2], 2), { fill: '#ffffff', opacity: 0.5, filter: sheet.blur(0.6) }),
    {},
  );
}
