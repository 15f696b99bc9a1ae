import { blend, type Colour, darker, lighter } from '../colour.ts';
import { type Curve, ribbon, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { gather, group, path } from '../sheet.ts';
import { castShadow, type Hair, points, type Root } from './kit.ts';

type Folds = { readonly shape: string; readonly spines: readonly Curve[]; readonly colour: Colour };

/** Cloth: a lit base, and folds as pairs of soft shadow and light. */
function cloth({ sheet, traits, pose }: Scene, { shape, spines, colour }: Folds): string {
  const k = traits.light.side;
  const fill = sheet.linear(pose.body(k * 260, -120), pose.body(-k * 280, 420), [
    [0, lighter(colour, 0.34)],
    [0.4, colour],
    [1, darker(colour, 0.5)],
  ]);
  const folds = spines.flatMap((spine, i) => {
    const width = 16 + (i % 3) * 7;
    const lit = spine.map(([x, y]) => [x + k * 13, y - 3] as const);
    return [
      path(
        ribbon(spine, (t) => width * Math.sin(Math.PI * (0.1 + t * 0.85))),
        { fill: darker(colour, 0.7), opacity: 0.55, filter: sheet.blur(6) },
      ),
      path(
        ribbon(lit, (t) => width * 0.55 * Math.sin(Math.PI * t)),
        { fill: lighter(colour, 0.55), opacity: 0.55, filter: sheet.blur(5) },
      ),
    ];
  });
  const glow = path(shape, {
    fill: 'none',
    stroke: traits.light.rim,
    'stroke-width': 15,
    opacity: 0.5,
    filter: sheet.blur(6),
  });
  const away = sheet.linear(pose.body(-k * 250, 0), pose.body(-k * 60, 0), [
    [0, '#ffffff'],
    [1, '#000000'],
  ]);
  const mask = sheet.mask(path('M-200 -200H1200V1500H-200Z', { fill: away }));
  return path(shape, { fill }) + group(gather(folds) + group(glow, { mask }), { 'clip-path': sheet.clip(shape) });
}

/** Draws a headscarf pinned at one side, its end laid across the chest, in the second colour of the outfit; it replaces hair. */
export function hijab(scene: Scene): Hair {
  const { traits, sheet } = scene;
  const colour = traits.outfit.second;
  const at = (list: readonly Root[], side: 1 | -1 = 1) => points(scene, list, side);
  const face: readonly Root[] = [
    [0, -170, 108],
    [66, -160, 100],
    [122, -118, 84],
    [154, -40, 56],
    [160, 40, 42],
    [150, 110, 40],
    [124, 172, 48],
    [84, 220, 66],
    [40, 246, 86],
    [0, 252, 92],
  ];
  const half = (side: 1 | -1) => at(face, side);
  const opening = [...half(1), ...[...half(-1)].reverse().slice(1, -1)];
  const outer = (side: 1 | -1) =>
    at(
      [
        [0, -286, 10],
        [92, -270],
        [170, -208],
        [208, -100],
        [214, 20],
        [204, 130],
        [188, 220],
        [196, 300],
      ],
      side,
    );
  const chest = (side: 1 | -1): Curve => [
    scene.pose.body(side * 232, 392),
    scene.pose.body(side * 268, 470),
    scene.pose.body(side * 214, 590),
  ];
  const lower = [
    ...outer(1),
    ...chest(1),
    scene.pose.body(40, 690),
    scene.pose.body(-90, 700),
    ...chest(-1).toReversed(),
    ...[...outer(-1)].reverse().slice(0, -1),
  ];
  const shape = `${smooth(lower)}${smooth([...opening].reverse())}`;
  const spines: Curve[] = ([1, -1] as const).flatMap((side) => [
    at(
      [
        [30, -262, 20],
        [140, -190, 30],
        [186, -60, 0],
        [186, 80, 0],
        [150, 210, 10],
      ],
      side,
    ),
    at(
      [
        [20, -226, 60],
        [108, -176, 70],
        [166, -70, 30],
        [172, 60, 20],
        [140, 190, 30],
      ],
      side,
    ),
    at(
      [
        [186, 120],
        [160, 230, 10],
        [90, 296, 20],
        [0, 318, 20],
      ],
      side,
    ),
  ]);
  const s = traits.seed % 2 ? 1 : -1;
  const drape: Curve[] = [0, 1, 2, 3].map((i) => [
    scene.pose.hair(s * (190 - i * 18), 190 + i * 14),
    scene.pose.body(s * (120 - i * 34), 320 + i * 40),
    scene.pose.body(-s * (60 - i * 10), 400 + i * 52),
    scene.pose.body(-s * (230 - i * 12), 430 + i * 44),
  ]);
  const cap = smooth(
    [...half(1), ...[...half(-1)].reverse().slice(1, -1)].map(([x, y], _i, all) => {
      const [cx, cy] = all[0] ?? [x, y];
      return [cx + (x - cx) * 0.96, cy + 7 + (y - cy) * 0.955] as const;
    }),
  );
  const under = `${smooth(opening)}${cap}`;
  return {
    back: '',
    front:
      path(under, { fill: darker(colour, 0.45), 'fill-rule': 'evenodd' }) +
      group(cloth(scene, { shape, spines: [...spines, ...drape], colour }), {}) +
      path(smooth(opening), {
        fill: 'none',
        stroke: lighter(colour, 0.5),
        'stroke-width': 2.5,
        opacity: 0.5,
        filter: sheet.blur(1),
      }),
    shadow: path(smooth(opening), {
      fill: 'none',
      stroke: traits.skin.deep,
      'stroke-width': 44,
      opacity: 0.5,
      filter: sheet.blur(12),
    }),
  };
}

/** Draws a light scarf laid loosely over the hair `under`, which shows in front. */
export function scarf(scene: Scene, under: Hair): Hair {
  const { traits } = scene;
  const colour = traits.outfit.second;
  const at = (list: readonly Root[], side: 1 | -1) => points(scene, list, side);
  const inner = (side: 1 | -1) =>
    at(
      [
        [0, -240, 60],
        [84, -226, 50],
        [158, -160, 30],
        [194, -50, 10],
        [200, 80, 0],
        [186, 210, 0],
        [178, 330, 0],
        [150, 470, 0],
      ],
      side,
    );
  const outer = (side: 1 | -1) =>
    at(
      [
        [0, -304, 10],
        [110, -290],
        [206, -222],
        [250, -90],
        [262, 70],
        [270, 230],
        [330, 380],
        [350, 560],
      ],
      side,
    );
  const shape = smooth([
    ...outer(1),
    ...[...inner(1)].reverse(),
    ...inner(-1).slice(1),
    ...[...outer(-1)].reverse().slice(0, -1),
  ]);
  const spines = ([1, -1] as const).flatMap((side) => [
    at(
      [
        [20, -270, 30],
        [150, -210, 10],
        [216, -70],
        [222, 100],
        [216, 260],
        [230, 480],
      ],
      side,
    ),
    at(
      [
        [60, -284, 10],
        [196, -190],
        [240, -40],
        [250, 140],
        [270, 300],
        [300, 500],
      ],
      side,
    ),
  ]);
  const hem = ([1, -1] as const).map((side) =>
    path(smooth(inner(side), false), {
      fill: 'none',
      stroke: blend(colour, traits.jewels.metal, 0.8),
      'stroke-width': 5,
      opacity: 0.85,
    }),
  );
  return {
    back: under.back,
    front: under.front + cloth(scene, { shape, spines, colour }) + hem.join(''),
    shadow: under.shadow + castShadow(scene, ''),
  };
}
